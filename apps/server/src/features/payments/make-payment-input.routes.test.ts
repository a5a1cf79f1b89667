import { afterAll, beforeAll, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';

let payer: Payer;
const portal = forFile(() => startPayingPortal());
beforeAll(async () => {
  payer = await portal.buildPayer();
});
afterAll(async () => {
  expect(await portal.sandbox.charges()).toEqual([]);
  expect(await portal.db.selectFrom('payment').select('id').execute()).toEqual([]);
});

test.each([
  ['amount', undefined, 'required'],
  ['amount', null, 'invalid'],
  ['amount', '84.99', 'invalid'],
  ['amount', 0, 'too-small'],
  ['amount', -1, 'too-small'],
  ['amount', 84.999, 'decimals'],
  ['amount', 0.001, 'decimals'],
  ['amount', 1e12, 'too-large'],
  ['amount', 1e300, 'too-large'],
  ['amount', [84.99], 'invalid'],
  ['payment_method', undefined, 'required'],
  ['payment_method', '', 'required'],
  ['payment_method', 17, 'invalid'],
  ['payment_method', {}, 'invalid'],
  ['payment_method', 'x'.repeat(65), 'too-long'],
  ['payment_method', 'a\u0000b', 'characters'],
  ['payment_method', '\ud800', 'characters'],
  ['billing_account_id', undefined, 'required'],
  ['billing_account_id', '', 'required'],
  ['billing_account_id', 17, 'invalid'],
  ['billing_account_id', 'x'.repeat(65), 'too-long'],
  ['billing_account_id', 'a\u0000b', 'characters'],
  ['billing_account_id', '\udfff', 'characters'],
  ['paymentType', undefined, 'required'],
  ['paymentType', 'monthly', 'invalid'],
  ['paymentType', 'recurring', 'not-offered'],
  ['seenBalance', '84.99', 'invalid'],
  ['seenBalance', 84.999, 'decimals'],
  ['seenBalance', 1e300, 'decimals'],
  ['consent', { textVersion: '1', language: 'en' }, 'unexpected'],
  ['consents', true, 'invalid'],
  ['consents', [{ kind: 'bank-debit', textVersion: '1', language: 'en', more: 1 }], 'unexpected'],
  ['consents', [{ kind: 'bank-debit', textVersion: '9', language: 'en' }], 'invalid'],
  ['payment_date', '2026-13-01', 'invalid'],
  ['payment_date', '12/01/2026', 'invalid'],
  ['payment_date', '', 'invalid'],
  ['payment_date', 20261201, 'invalid'],
  ['state', 'COMPLETED', 'unexpected'],
])('[API-25] %s that is %j is refused as %s, and nothing happens', async (field, value, code) => {
  const response = await portal.pay(payer, { [field]: value });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'request.invalid' });
  const errors = { field: expect.stringMatching(new RegExp(`^${field}(\\.|$)`)), code };
  expect(response.json().errors).toContainEqual(errors);
});

test.each(['', ' ', 'x'.repeat(256), 'a b', 'ключ', 'a\tb'])(
  '[API-11] the Idempotency-Key “%s” is refused by its name',
  async (key) => {
    const response = await portal.pay(payer, {}, key);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual([{ field: 'Idempotency-Key', code: 'invalid' }]);
  },
);

test('[API-25, API-11] limits payment attempts per login: 429 with the time to wait', async () => {
  const limited = await startPayingPortal({ PAYMENT_TRIES_PER_LOGIN: '2' });
  const payer = await limited.buildPayer();
  const other = await limited.buildPayer();
  for (const amount of [1.5, 2.5]) expect((await limited.pay(payer, { amount })).statusCode).not.toBe(429);
  const third = await limited.pay(payer, { amount: 3.5 });
  expect(third.statusCode).toBe(429);
  expect(third.json().code).toBe('request.too-many');
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
  expect((await limited.pay(other, { amount: 1.5 })).statusCode).not.toBe(429);
  await limited.close();
});

import { beforeAll, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

let login: BuiltLogin;
let token: string;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildLogin(portal.db);
  token = await portal.signIn(login.emailAddress);
});

const list = (accountId = login.account.id, accessToken = token) =>
  portal.get('/payments/recurring-payments', { billing_account_id: accountId }, accessToken);

test('[API-10, METHODS-1] an account without saved methods has an empty list', async () => {
  expect((await list()).json()).toEqual([]);
});

test('[API-10, METHODS-1] lists the default first and leaves out removed methods', async () => {
  const account = login.account;
  const bank = { method_type: 'custom', processor: 'transafe', card_type: 'ACH', expires_on: null } as const;
  const rest = { is_default: false };
  const older = await buildMethod(portal.portal, account, {
    method: { ...rest, ...bank, nickname: 'Checking', last_four: '6789' },
  });
  const standard = await buildMethod(portal.portal, account);
  await buildMethod(portal.portal, account, { method: { ...rest, valid_to: portal.clock.now() } });
  const newer = await buildMethod(portal.portal, account, { method: rest });
  const methods = (await list()).json();
  expect(methods.map(({ id }: { id: string }) => id)).toEqual([standard.id, newer.id, older.id]);
  expect(methods[0]).toEqual({
    id: standard.id,
    auto_payment: true,
    valid_to: null,
    expires_soon: false,
    used_by: [],
    no_autopay: null,
    payment_method: {
      payment_method_type: 'tokenized-credit-card',
      card_type: 'VISA',
      nickname: 'Everyday Visa',
      expiration_date: '08/2030',
      last_four: '4242',
      token: standard.id,
      reference: null,
      account_holder_name: 'Ana Rivera',
      first_name: null,
      last_name: null,
      custom_field_values: [],
    },
  });
  expect(methods[2].payment_method).toMatchObject({
    payment_method_type: 'custom',
    reference: 'ACH;6789',
    expiration_date: null,
    custom_field_values: [
      { name: 'Token', value: older.id },
      { name: 'Nick Name', value: 'Checking' },
      { name: 'accountname', value: 'Ana Rivera' },
    ],
  });
});

test("[METHODS-2] never returns the processor's token", async () => {
  const account = (await buildLogin(portal.db, { emailAddress: 'token@example.com' })).account;
  await buildMethod(portal.portal, account, { token: 'canary-token-4242' });
  const response = await list(account.id, await portal.signIn('token@example.com'));
  expect(response.json()).toHaveLength(1);
  expect(response.body).not.toContain('canary');
});

test('[METHODS-7] shows what uses a method and whether its card expires soon', async () => {
  const { account, emailAddress } = await buildLogin(portal.db);
  const { id } = await buildMethod(portal.portal, account, { method: { expires_on: '2026-12-31' } });
  await portal.db
    .insertInto('autopay_enrollment')
    .values({ account_id: account.id, payment_method_id: id, enrolled_at: portal.clock.now() })
    .execute();
  const [method] = (await list(account.id, await portal.signIn(emailAddress))).json();
  expect(method).toMatchObject({ expires_soon: true, used_by: ['autopay'] });
});

test('[RETURN-1] says which bank accounts autopay cannot charge, each by its own returns', async () => {
  const { account, emailAddress } = await buildLogin(portal.db);
  const bank = { method_type: 'custom', processor: 'transafe', card_type: 'ACH', expires_on: null } as const;
  const rest = { ...bank, is_default: false };
  const build = async (method: object = {}) =>
    (await buildMethod(portal.portal, account, { method: { ...rest, ...method } })).id;
  const once = await build();
  const twice = await build();
  const unauthorized = await build();
  const invalid = await build({ is_valid: false });
  await insertReturns(account.id, once, ['insufficient-funds']);
  await insertReturns(account.id, twice, ['insufficient-funds', null]);
  await insertReturns(account.id, unauthorized, ['unauthorized']);
  const methods: { id: string; no_autopay: string | null }[] = (
    await list(account.id, await portal.signIn(emailAddress))
  ).json();
  expect(Object.fromEntries(methods.map(({ id, no_autopay }) => [id, no_autopay]))).toEqual({
    [once]: null,
    [twice]: 'returned',
    [unauthorized]: 'returned',
    [invalid]: 'invalid-account',
  });
});

/** Inserts debits of a method that came back, each for a reason. */
async function insertReturns(
  accountId: string,
  methodId: string,
  reasons: readonly ('insufficient-funds' | 'unauthorized' | null)[],
): Promise<void> {
  const debit = { account_id: accountId, payment_method_id: methodId, state: 'RETURNED' } as const;
  const details = { occurred_on: '2026-11-24', method_type: 'custom', card_type: 'ACH' } as const;
  await portal.db
    .insertInto('payment')
    .values(
      reasons.map((failure_code) => ({
        ...debit,
        ...details,
        failure_code,
        amount_cents: 5_000,
        occurred_at: portal.clock.now(),
      })),
    )
    .execute();
}

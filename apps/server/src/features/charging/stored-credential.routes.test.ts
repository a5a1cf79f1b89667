import { expect, test } from 'vitest';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { readRow } from '../../testing/rows.ts';

const portal = payingPortalForFile();

const networkTransactionOf = async ({ methodId }: Payer) =>
  (await readRow(portal.db, 'payment_method', { id: methodId })).network_transaction;

test('[STORED-1] the card network’s number of the first charge is kept with the card', async () => {
  const payer = await portal.buildPayer({ bills: [8_499, 5_000] });
  expect(await networkTransactionOf(payer)).toBeNull();
  await portal.pay(payer, { amount: 50 });
  const first = await networkTransactionOf(payer);
  expect(first).toMatch(/^N\w+/);
  await portal.pay(payer, { amount: 20 });
  expect(await networkTransactionOf(payer)).toBe(first);
});

test('[STORED-1] a declined charge leaves no number', async () => {
  const payer = await portal.buildPayer();
  expect((await portal.pay(payer, { amount: 1.05 })).statusCode).toBe(402);
  expect(await networkTransactionOf(payer)).toBeNull();
});

test('[STORED-2] a bank account that does not exist is not debited again', async () => {
  const payer = await portal.buildPayer({ kind: 'bank', token: 'bank-6789-closed' });
  const consents = [{ kind: 'bank-debit', textVersion: '1', language: 'en' }];
  expect((await portal.pay(payer, { consents })).statusCode).toBe(200);
  await portal.passTime(5 * 86_400_000);
  await portal.reconcile();
  const accessToken = await portal.signIn(payer.emailAddress);
  const again = await portal.pay({ ...payer, accessToken }, { consents });
  expect(again.json()).toMatchObject({
    status: 400,
    code: 'payments.method-not-usable',
    errors: [{ field: 'payment_method', code: 'invalid-account' }],
  });
  expect(await portal.chargesOf(payer)).toHaveLength(1);
});

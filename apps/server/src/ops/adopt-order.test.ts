import { afterAll, afterEach, expect, test } from 'vitest';
import { chargeReference } from '../features/charging/charge.rules.ts';
import { buildEnrolled } from '../testing/autopay.ts';
import { chargeDirectly } from '../testing/charge-directly.ts';
import { forFile } from '../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../testing/paying-portal.ts';
import { runJobs } from '../testing/portal.ts';
import { readRow, readRows } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';

// Noon in New York on Nov 24, 2026. A charge with an account's next number, which a database lost, is met by its next payment.

const portal = forFile(() => startPayingPortal({ SESSION_IDLE_SECONDS: '86400' }));
afterEach(async () => expect(await portal.brokenChecks()).toEqual([]));
afterAll(() => portal.sandbox.reset());

const reconcile = (...args: string[]) => runOps(portal.settings, ['reconcile-processor', ...args]);
const orderOf = ({ account }: Payer, number = 1) => chargeReference(account.id, number);
const byKim = ['--by', 'Kim'];

/** Charges a payer's next number directly, and lets a payment meet that. */
async function meetCharge(payer: Payer): Promise<void> {
  await chargeDirectly(portal, 'orbital', { reference: orderOf(payer) });
  expect((await portal.pay(payer)).json().status).toBe('PENDING');
}
const paymentsOf = async ({ account }: Payer) =>
  (await readRows(portal.db, 'payment', { account_id: account.id }, 'charge_number')).map((row) => [
    row.state,
    row.amount_cents,
    row.charge_number,
  ]);

test('[CHARGE-5] a charge that a payment met at Orbital is booked without a file, with the amount that an operator found out', async () => {
  const payer = await portal.buildPayer();
  await meetCharge(payer);
  const adopt = ['--adopt', orderOf(payer), '--amount', '20.00', '--account'];
  const other = await portal.buildPayer();
  expect((await reconcile(...adopt, other.account.accountNumber, ...byKim)).err).toContain(
    'is of another account',
  );
  const account = payer.account.accountNumber;
  expect((await reconcile(...adopt, account)).err).toContain('--adopt needs --account NUMBER and --by NAME');
  expect(await paymentsOf(payer)).toEqual([['UNKNOWN', 8_499, 1]]);
  const { transaction } = await heldOf(payer);
  expect(await reconcile(...adopt, account, ...byKim)).toMatchObject({
    code: 0,
    out: `Order ${orderOf(payer)}: $20.00 booked for account ${account}.\n`,
  });
  expect(await paymentsOf(payer)).toEqual([
    ['COMPLETED', 2_000, 1],
    ['PROCESSING_ERROR', 8_499, null],
  ]);
  const booked = await readRow(portal.db, 'payment', { account_id: payer.account.id, state: 'COMPLETED' });
  expect(booked).toMatchObject({ processor_transaction: transaction, manual_review_reason: null });
  expect(await portal.balanceCents(payer)).toBe(6_499);
  expect((await reconcile(...adopt, account, ...byKim)).err).toContain(
    'no payment at Orbital waits for order',
  );
  expect((await portal.pay(payer, { amount: 64.99 })).json().status).toBe('COMPLETED');
});

test('[CHARGE-5] what autopay met and equals becomes its charge', async () => {
  const payer = await buildEnrolled(portal, { dueOn: '2026-11-24' });
  await chargeDirectly(portal, 'orbital', { reference: orderOf(payer) });
  await runJobs(portal, 'autopay.run');
  expect(await paymentsOf(payer)).toEqual([['UNKNOWN', 8_499, 1]]);
  const account = ['--account', payer.account.accountNumber];
  await reconcile('--adopt', orderOf(payer), '--amount', '84.99', ...account, ...byKim);
  expect(await paymentsOf(payer)).toEqual([['COMPLETED', 8_499, 1]]);
  expect(await portal.balanceCents(payer)).toBe(0);
});

test('[CHARGE-5] where the met charge took no money, its payment fails, keeps its number, and the account pays with the next', async () => {
  const payer = await portal.buildPayer();
  await meetCharge(payer);
  const notCharged = ['--adopt', orderOf(payer), '--not-charged', 'voided on Nov 24'];
  expect((await reconcile(...notCharged)).err).toBe('--not-charged needs --by NAME.\n');
  expect(await reconcile(...notCharged, ...byKim)).toMatchObject({
    code: 0,
    out: `Order ${orderOf(payer)}: not charged.\n`,
  });
  expect(await paymentsOf(payer)).toEqual([['PROCESSING_ERROR', 8_499, 1]]);
  const { id, failure_code, manual_review_reason } = await readRow(portal.db, 'payment', {
    account_id: payer.account.id,
  });
  expect([failure_code, manual_review_reason]).toEqual(['never-charged', null]);
  const attempts = await readRows(portal.db, 'payment_attempt', { payment_id: id });
  expect(attempts.map(({ detail }) => detail)).toContain('found by Kim: voided on Nov 24');
  expect((await reconcile(...notCharged, ...byKim)).err).toContain('no payment waits for order');
  expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
  expect(await paymentsOf(payer)).toEqual([
    ['PROCESSING_ERROR', 8_499, 1],
    ['COMPLETED', 8_499, 2],
  ]);
  await portal.passTime(2 * 60 * 60_000);
  await portal.reconcile();
  expect((await heldOf(payer)).reason).toBeNull();
});

test('[CHARGE-5, OPS-2] a payment that met a charge and is settled as not charged is not asked about again', async () => {
  const payer = await portal.buildPayer();
  await meetCharge(payer);
  const { id } = await readRow(portal.db, 'payment', { account_id: payer.account.id });
  await runOps(portal.settings, ['settle-payment', id, '--as', 'not-charged', ...byKim]);
  expect(await paymentsOf(payer)).toEqual([['PROCESSING_ERROR', 8_499, 1]]);
  await portal.passTime(2 * 60 * 60_000);
  await portal.reconcile();
  expect((await heldOf(payer)).reason).toBeNull();
});

async function heldOf({ account }: Payer) {
  const [row] = await readRows(portal.db, 'payment', { account_id: account.id, charge_number: 1 });
  return { transaction: row?.processor_transaction, reason: row?.manual_review_reason };
}

const order = ['--adopt', '4000000000000031'];
test.each([
  [['--amount', '1.00'], '--amount needs --adopt ORDER.'],
  [['--not-charged', 'voided'], '--not-charged needs --adopt ORDER.'],
  [[...order, '--not-charged', 'voided', '--amount', '1.00'], 'leave --amount and --account out'],
  [[...order, '--not-charged', 'voided', '--account', '7'], 'leave --amount and --account out'],
  [[...order, '--not-charged', 'voided', '--file', 'x.csv'], 'leave --file out'],
  [[...order, '--not-charged', ' ', ...byKim], '--not-charged must be the reason.'],
  [[...order, '--amount', '1.00', '--file', 'x.csv'], 'The file says the amount'],
  [[...order, '--amount', '0.00'], '--amount must be the dollars of the charge'],
  [[...order, '--amount', '1,00'], '--amount must be the dollars of the charge'],
  [[...order, '--dry-run'], 'leave --dry-run out'],
  [
    [...order, '--amount', '1.00', '--account', '7', ...byKim],
    'no payment at Orbital waits for order 4000000000000031',
  ],
  [[...order, '--not-charged', 'voided', ...byKim], 'no payment waits for order 4000000000000031'],
])('[CHARGE-5] %j is refused in a sentence', async (options, sentence) => {
  const { code, err } = await reconcile(...options);
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
});

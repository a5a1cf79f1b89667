import { Readable } from 'node:stream';
import { addDays } from '@myaccount/contract/calendar';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectPool } from '../../platform/database/connect.ts';
import {
  buildEnrolled,
  dashboardOf,
  enrollPayer,
  paymentsOf,
  runAutopayJobs,
  turnOffAutopay,
} from '../../testing/autopay.ts';
import { itemsOf, nextInvoiceLine } from '../../testing/builders/import-lines.ts';
import { bankAccount, buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, type PayerOptions, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';
import { listMails } from '../../testing/traces.ts';
import { importFile } from '../import/import.service.ts';
import { returnPayment } from '../reconciliation/returns.service.ts';

const day = 24 * 3_600_000;
let today = '2026-11-24';

let pool: pg.Pool;
const portal = forFile(() => startPayingPortal());
beforeAll(() => {
  pool = connectPool({ url: portal.portal.config.databaseUrl, maximumConnections: 4, worker: 'command' });
});
afterEach(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
});
afterAll(() => pool.end());

async function nextDay(days = 1): Promise<void> {
  await portal.passTime(days * day);
  today = portal.clock.now().toISOString().slice(0, 10);
}

/** A payer whose autopay has charged the bill that is due today. */
async function charged(options: PayerOptions = {}): Promise<Payer> {
  const payer = await buildEnrolled(portal, { ...options, dueOn: today });
  await runAutopayJobs(portal);
  return payer;
}

let bills = 0;
/** Imports a bill of $10.00, or what `changes` make of it. */
async function importBill(
  payer: Payer,
  changes: Parameters<typeof nextInvoiceLine>[0] = {},
): Promise<string> {
  bills += 1;
  const line = nextInvoiceLine({
    invoiceNumber: `LATE-${bills}`,
    accountNumber: payer.account.accountNumber,
    dueOn: today,
    periodStart: `2027-01-${String(bills).padStart(2, '0')}`,
    periodEnd: '2027-02-28',
    items: itemsOf('10.00'),
    ...changes,
  });
  const { clock, secrets } = portal.portal;
  const context = { pool, clock, secrets, timeZone: 'America/New_York' };
  const onRefusal = (refusal: unknown) => expect(refusal).toBeUndefined();
  await importFile(
    Readable.from([Buffer.from(JSON.stringify(line))]),
    { isDryRun: false, onRefusal },
    context,
  );
  return line.invoiceNumber;
}

const amountsOf = async (payer: Payer) =>
  (await paymentsOf(portal, payer)).map(({ amountCents, day: on }) => [amountCents, on]);

describe('[AUTOPAY-4, MAIL-1] debt that comes after autopay has charged', () => {
  test.each([
    ['a bill that is due that day', {}],
    ['a bill that was due before', { dueOn: '2026-11-20' }],
  ])('%s is announced at once and charged on the next day, once', async (_what, changes) => {
    const payer = await charged();
    await importBill(payer, changes);
    await runAutopayJobs(portal);
    await runAutopayJobs(portal);
    const told = today;
    const mails = (await portal.mailsOf(payer)).filter((name) => name !== 'bill-ready');
    expect(mails).toEqual(['autopay-on', 'payment-made', 'autopay-upcoming']);
    await nextDay();
    const { nextCharge } = await dashboardOf(portal, payer);
    expect(nextCharge).toMatchObject({ date: today, amount: 10 });
    const mail = (await listMails(portal, payer)).find(({ template }) => template === 'autopay-upcoming');
    expect(mail?.payload).toMatchObject({ amountCents: 1_000, day: today, hasLateDebt: true });
    await Promise.all([runAutopayJobs(portal), runAutopayJobs(portal)]);
    expect(await amountsOf(payer)).toEqual([
      [8_499, told],
      [1_000, today],
    ]);
    expect(await portal.balanceCents(payer)).toBe(0);
  });

  test('a correction upward is charged by its difference, each time one comes', async () => {
    const payer = await buildEnrolled(portal, { bills: [] });
    const invoiceNumber = await importBill(payer, { dueOn: portal.clock.now().toISOString().slice(0, 10) });
    const period = { invoiceNumber, periodStart: '2027-01-03' };
    const corrected = async (amount: string) =>
      await importBill(payer, { ...period, dueOn: firstDay, items: itemsOf(amount) });
    const firstDay = today;
    await runAutopayJobs(portal);
    await nextDay();
    await runAutopayJobs(portal);
    await corrected('12.50');
    await runAutopayJobs(portal);
    await nextDay();
    await runAutopayJobs(portal);
    await corrected('11.00');
    await corrected('15.00');
    await runAutopayJobs(portal);
    await nextDay();
    await runAutopayJobs(portal);
    expect((await amountsOf(payer)).map(([cents]) => cents)).toEqual([1_000, 250, 250]);
  });

  test('what a return reopened is not told and waits; late debt does not take it along', async () => {
    const payer = await charged({ kind: 'bank', token: 'bank-6789-returned', processor: 'transafe' });
    await nextDay(4);
    await portal.reconcile();
    await nextDay();
    await portal.reconcile();
    await runAutopayJobs(portal);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'payment-pending', 'payment-returned']);
    await importBill(payer);
    await runAutopayJobs(portal);
    await nextDay();
    await runAutopayJobs(portal);
    expect((await amountsOf(payer)).map(([cents]) => cents)).toEqual([8_499, 1_000]);
  });

  test('what a payment covers is neither told nor charged', async () => {
    const payer = await charged();
    await importBill(payer);
    await importBill(payer, { dueOn: '2027-01-30' });
    const session = await portal.signIn(payer.emailAddress);
    await portal.pay({ ...payer, accessToken: session }, { amount: 10 });
    await runAutopayJobs(portal);
    expect(await portal.mailsOf(payer)).not.toContain('autopay-upcoming');
  });

  test('debt that came before autopay was turned on waits, and so does that of a day without autopay', async () => {
    const payer = await charged();
    await turnOffAutopay(portal, payer);
    await importBill(payer);
    await nextDay();
    await enrollPayer(portal, payer);
    await runAutopayJobs(portal);
    await nextDay();
    await runAutopayJobs(portal);
    expect(await amountsOf(payer)).toHaveLength(1);
  });
});

describe('[AUTOPAY-4] what was paid by hand and came back waits for a due date', () => {
  /** Pays by hand from a bank account. Returns the payment's id. */
  async function payByBank(payer: Payer, amount: number): Promise<string> {
    const { id: methodId } = await buildMethod(portal.portal, payer.account, {
      token: `bank-6789-n${payer.account.accountNumber}`,
      method: { ...bankAccount, is_default: false },
    });
    const accessToken = await portal.signIn(payer.emailAddress);
    const consents = [{ kind: 'bank-debit', textVersion: '2', language: 'en' }];
    const paid = await portal.pay({ ...payer, accessToken, methodId }, { amount, consents });
    expect(paid.json()).toMatchObject({ status: 'PENDING' });
    return paid.json().id;
  }

  async function bankReturns(paymentId: string): Promise<void> {
    const returned = { paymentId, reason: 'insufficient-funds', text: 'R01', by: 'kim' } as const;
    expect(await returnPayment(portal.portal, returned)).toBeUndefined();
  }

  async function settleDebits(): Promise<void> {
    await nextDay(4);
    await portal.reconcile();
  }

  test.each([
    ['on its way', false],
    ['settled', true],
  ])('late debt, announced, paid by a debit that was %s', async (_what, isSettled) => {
    const payer = await charged();
    await importBill(payer);
    await runAutopayJobs(portal);
    const id = await payByBank(payer, 10);
    if (isSettled) await settleDebits();
    else await nextDay();
    await bankReturns(id);
    await runAutopayJobs(portal);
    await nextDay();
    await runAutopayJobs(portal);
    expect((await amountsOf(payer)).map(([cents]) => cents)).toEqual([8_499, 1_000]);
    expect((await dashboardOf(portal, payer)).nextCharge).toBeNull();
  });

  test('late debt that came, was paid, and came back on one day', async () => {
    const payer = await charged();
    await importBill(payer);
    await bankReturns(await payByBank(payer, 10));
    await runAutopayJobs(portal);
    await nextDay();
    await runAutopayJobs(portal);
    expect((await amountsOf(payer)).map(([cents]) => cents)).toEqual([8_499, 1_000]);
    expect(await portal.mailsOf(payer)).not.toContain('autopay-upcoming');
  });

  test('not late debt that only a charge without a result covered, and that failed', async () => {
    const payer = await charged();
    await importBill(payer);
    const id = await payByBank(payer, 10);
    await importBill(payer);
    await runAutopayJobs(portal);
    const { account, emailAddress } = payer;
    const card = await buildMethod(portal.portal, account, {
      token: 'visa-4242-unsent',
      method: { is_default: false },
    });
    const accessToken = await portal.signIn(emailAddress);
    await portal.pay({ ...payer, accessToken, methodId: card.id }, { amount: 10 });
    expect((await paymentsOf(portal, payer)).at(-1)).toMatchObject({ state: 'UNKNOWN' });
    await bankReturns(id);
    await nextDay();
    await portal.reconcile();
    await runAutopayJobs(portal);
    const { state, amountCents, isRecurring } = (await paymentsOf(portal, payer)).at(-1) ?? {};
    expect({ state, amountCents, isRecurring }).toEqual({
      state: 'COMPLETED',
      amountCents: 1_000,
      isRecurring: true,
    });
  });

  test('but a bill that came back before its due date is charged on it', async () => {
    const payer = await buildEnrolled(portal, { dueOn: addDays(today, 1) });
    await bankReturns(await payByBank(payer, 84.99));
    await nextDay();
    await runAutopayJobs(portal);
    expect((await amountsOf(payer)).map(([cents]) => cents)).toEqual([8_499, 8_499]);
  });

  test('the debt that an account came with', async () => {
    const payer = await buildEnrolled(portal, { bills: [] });
    await importBill(payer, { previousBalance: '20.00', dueOn: addDays(today, 20) });
    const id = await payByBank(payer, 20);
    await settleDebits();
    await bankReturns(id);
    const [opening] = await readRows(portal.db, 'opening_balance', { account_id: payer.account.id });
    expect(opening).toMatchObject({ open_cents: 2_000, unsettled_cents: 0 });
  });

  test('a bill that was paid before its due date and came back after it', async () => {
    const payer = await buildEnrolled(portal, { dueOn: addDays(today, 3) });
    const id = await payByBank(payer, 84.99);
    await settleDebits();
    await bankReturns(id);
    await runAutopayJobs(portal);
    expect(await amountsOf(payer)).toHaveLength(1);
  });
});

test('[AUTOPAY-4] a due date that was missed for more than a week is reported, and waits for the next one', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today });
  await nextDay(8);
  expect(await portal.brokenChecks()).toEqual([
    'autopay leaves no past-due bill without an attempt, a planned day, or a mail',
  ]);
  await runAutopayJobs(portal);
  await nextDay();
  await runAutopayJobs(portal);
  expect(await amountsOf(payer)).toEqual([]);
  expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'autopay-failed']);
  const { autopay, nextCharge } = await dashboardOf(portal, payer);
  expect(autopay.problem).toMatchObject({ code: 'never-charged', retry_date: null });
  expect(nextCharge).toBeNull();
});

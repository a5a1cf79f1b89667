import { addDays } from '@myaccount/contract/calendar';
import { afterEach, expect, test } from 'vitest';
import { buildPlanned, planForToday } from '../../testing/autopay.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { changeRows, readRow } from '../../testing/rows.ts';

// The tests start at noon in New York on Nov 24, 2026; the payers' bills are due on Nov 26.
const minute = 60_000;
const halfDay = 12 * 60 * minute;

const portal = forFile(() =>
  startPayingPortal({ SESSION_IDLE_SECONDS: '86400', PROCESSOR_TIMEOUT_MS: '5000' }),
);
afterEach(async () => {
  await portal.sandbox.reset();
  expect(await portal.brokenChecks()).toEqual([]);
});

/** One round of the job, on so many servers at once. */
async function round(servers = 1): Promise<void> {
  await Promise.all(Array.from({ length: servers }, () => runJobs(portal, 'payments.charge-planned')));
}

const plannedForToday = (options: Parameters<typeof buildPlanned>[1] = {}) => buildPlanned(portal, options);
const paymentOf = (id: string) => readRow(portal.db, 'payment', { id });
const amountsOf = async (payer: Payer) =>
  (await portal.chargesOf(payer)).map(({ amountCents }) => amountCents);

test('[PAY-7] waits for its day in the business time zone, and is then charged once, whatever servers do', async () => {
  const payer = await portal.buildPayer();
  const { id } = (await portal.pay(payer, { payment_date: '2026-11-25' })).json();
  await portal.passTime(halfDay - 60_000);
  await round();
  expect((await paymentOf(id)).state).toBe('PLANNED');
  await portal.passTime(120_000);
  await round(4);
  await round(2);
  expect(await paymentOf(id)).toMatchObject({ state: 'COMPLETED', occurred_on: '2026-11-25' });
  expect(await amountsOf(payer)).toEqual([8_499]);
  expect(await portal.balanceCents(payer)).toBe(0);
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-made']);
  const token = await portal.signIn(payer.emailAddress);
  const query = { billing_account_id: payer.account.id };
  expect((await portal.get('/payments/planned', query, token)).json()).toEqual([]);
  expect((await portal.get('/payments', query, token)).json().result).toMatchObject([
    { id, status: 'COMPLETED', occurred_on: '2026-11-25' },
  ]);
  const cancelled = await portal.post('/payments/planned/cancel', { id }, token);
  expect([cancelled.statusCode, cancelled.json().code]).toEqual([409, 'payments.already-charged']);
});

test('[PAY-7] charges at most what is then open', async () => {
  const { payer, id } = await plannedForToday();
  await portal.pay(payer, { amount: 50 });
  await round();
  expect(await paymentOf(id)).toMatchObject({ state: 'COMPLETED', amount_cents: 3_499 });
  expect((await amountsOf(payer)).sort()).toEqual([3_499, 5_000]);
});

test('[PAY-7] with nothing open it is cancelled, and a mail says why', async () => {
  const { payer, id } = await plannedForToday();
  await portal.pay(payer);
  await round();
  expect((await paymentOf(id)).state).toBe('CANCELLED');
  expect(await amountsOf(payer)).toEqual([8_499]);
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-made', 'payment-not-needed']);
});

test('[PAY-7] two plans of a day pay what is open once', async () => {
  const { payer, id } = await plannedForToday({ fields: { amount: 60 } });
  const second = await planForToday(portal, payer, { amount: 24.99 });
  await round();
  await round();
  expect([await paymentOf(id), await paymentOf(second)]).toMatchObject([
    { state: 'COMPLETED', amount_cents: 6_000 },
    { state: 'COMPLETED', amount_cents: 2_499 },
  ]);
  expect(await portal.balanceCents(payer)).toBe(0);
});

test('[PAY-7] a decline is reported by mail, and the amount is due again', async () => {
  const { payer, id } = await plannedForToday({ token: 'visa-4242-declined' });
  await round();
  await round();
  expect((await paymentOf(id)).state).toBe('PROCESSING_ERROR');
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-failed']);
  expect(await portal.balanceCents(payer)).toBe(8_499);
});

test('[PAY-7] a method that cannot be used any more is not charged: cancelled, with a mail', async () => {
  const { payer, id } = await plannedForToday();
  const removed = { valid_to: portal.clock.now(), is_default: false };
  await changeRows(portal.db, 'payment_method', { id: payer.methodId }, removed);
  await round();
  expect((await paymentOf(id)).state).toBe('CANCELLED');
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-not-made']);
  expect(await portal.chargesOf(payer)).toEqual([]);
});

test.each([
  ['a week', 7, { state: 'COMPLETED', amount_cents: 8_499 }, 'payment-made'],
  ['longer than a week', 8, { state: 'CANCELLED', amount_cents: 8_499 }, 'payment-missed'],
])(
  '[PAY-7] with no server for %s after its day it is charged, or cancelled and told',
  async (_what, days, stored, mail) => {
    const { payer, id } = await plannedForToday();
    const day = addDays(portal.clock.now().toISOString().slice(0, 10), -days);
    await changeRows(portal.db, 'payment', { id }, { planned_for: day });
    await round(2);
    expect(await paymentOf(id)).toMatchObject(stored);
    expect(await portal.mailsOf(payer)).toEqual(['payment-planned', mail]);
    expect(await amountsOf(payer)).toEqual(days === 7 ? [8_499] : []);
  },
);

test('[PAY-7] a bank debit goes on its way and settles like any other', async () => {
  const consents = [{ kind: 'bank-debit', textVersion: '2', language: 'en' }];
  const { payer, id } = await plannedForToday({ kind: 'bank', fields: { consents } });
  await round();
  expect((await paymentOf(id)).state).toBe('PENDING');
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-pending']);
});

test('[PAY-6, PAY-7] a lost response is found out, and never charged again', async () => {
  const { payer, id } = await plannedForToday({ processor: 'transafe', token: 'visa-4242-lost' });
  await round();
  expect((await paymentOf(id)).state).toBe('UNKNOWN');
  await round();
  await portal.passTime(120_000);
  await portal.reconcile();
  await round();
  expect((await paymentOf(id)).state).toBe('COMPLETED');
  expect(await amountsOf(payer)).toEqual([8_499]);
});

/** A payment as a server leaves it that is killed before it sends the charge. */
async function killedBeforeCharge(id: string, amountCents = 8_499): Promise<void> {
  const now = portal.clock.now();
  const times = { occurred_at: now, state_at: now, reconcile_at: now };
  const amounts = { promised_cents: 8_499, amount_cents: amountCents };
  const submitted = { state: 'SUBMITTING' } as const;
  await changeRows(portal.db, 'payment', { id }, { ...submitted, ...amounts, ...times });
}

async function findOutNeverCharged(): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    await portal.passTime(2 * minute);
    await portal.reconcile();
  }
}

test('[PAY-7] a server killed before the charge: the payment waits and is charged once, later that day', async () => {
  const { payer, id } = await plannedForToday();
  // Less was due at the first try: what was promised holds for the next one.
  await killedBeforeCharge(id, 5_000);
  await round();
  await findOutNeverCharged();
  expect(await paymentOf(id)).toMatchObject({ state: 'PLANNED', amount_cents: 8_499 });
  await round();
  expect(await portal.chargesOf(payer), 'not at once').toEqual([]);
  await portal.passTime(20 * minute);
  await round();
  expect((await paymentOf(id)).state).toBe('COMPLETED');
  expect(await amountsOf(payer)).toEqual([8_499]);
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-made']);
});

test('[PAY-7] one that cannot be handled waits, and holds up no other', async () => {
  const [broken, fine] = [await plannedForToday(), await plannedForToday()];
  const token_sealed = Buffer.from('not sealed');
  await changeRows(portal.db, 'payment_method', { id: broken.payer.methodId }, { token_sealed });
  await round();
  expect((await paymentOf(broken.id)).state).toBe('PLANNED');
  expect((await paymentOf(fine.id)).state).toBe('COMPLETED');
});

test('[PAY-7] a server killed before the charge, found out after its day: failed, with a mail', async () => {
  const { payer, id } = await plannedForToday();
  await killedBeforeCharge(id);
  await portal.passTime(2 * halfDay);
  await findOutNeverCharged();
  expect(await paymentOf(id)).toMatchObject({ state: 'PROCESSING_ERROR', failure_code: 'never-charged' });
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-failed']);
  expect(await portal.chargesOf(payer)).toEqual([]);
});

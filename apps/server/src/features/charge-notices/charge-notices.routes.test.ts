import { expect, inject, test } from 'vitest';
import {
  buildEnrolled,
  buildPlanned,
  dashboardOf,
  enrollPayer,
  paymentsOf,
  planForToday,
  setDueDate,
  turnOffAutopay,
} from '../../testing/autopay.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { type Payer, type PayerOptions, payingPortalForEachTest } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { copyTables } from '../../testing/restored-database.ts';
import {
  chargeAutomatically,
  deliverMail,
  deliverNotices,
  newestNotice,
  passDays,
  restoreAndGoOn,
  stopTokenOf,
} from '../../testing/restored-portal.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { beat, findPause } from '../charging/heartbeat.repository.ts';

// The tests start at noon in New York on Nov 24, 2026. What autopay and planned payments charge is due that day, unless a test
// says otherwise, and its customers are told three days before.
const today = '2026-11-24';
const noticed = '2026-11-27';
const hourMs = 3_600_000;

const portal = payingPortalForEachTest({ SESSION_IDLE_SECONDS: '86400' });

const copy = () => copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
const enrolled = (options: PayerOptions & { readonly dueOn?: string } = {}) =>
  buildEnrolled(portal, { dueOn: today, ...options });
const chargeCount = async (payer: Payer) => (await portal.chargesOf(payer)).length;
const nextChargeOf = async (payer: Payer) => (await dashboardOf(portal, payer)).nextCharge?.date;
const plansOf = async ({ account, emailAddress }: Payer) => {
  const token = await portal.signIn(emailAddress);
  const plans = (await portal.get('/payments/planned', { billing_account_id: account.id }, token)).json();
  return plans.map((plan: { planned_for: string }) => plan.planned_for);
};
const cancelPlan = async ({ emailAddress }: Payer, id: string) => {
  const token = await portal.signIn(emailAddress);
  expect((await portal.post('/payments/planned/cancel', { id }, token)).statusCode).toBe(200);
};
const show = (Token: string) => portal.get('/charge-notice', { Token });
const stop = (token: string) => portal.post('/charge-notice/stop', { token });

/** Restores a backup that lost nothing, and sends the notices. */
async function restoreAndTell(): Promise<void> {
  await restoreAndGoOn(portal, await copy());
  await deliverNotices(portal);
}

async function expectChargeInThreeDays(...payers: Payer[]): Promise<void> {
  await passDays(portal, 2);
  expect(await portal.sandbox.charges()).toEqual([]);
  await passDays(portal, 1);
  for (const payer of payers) expect(await chargeCount(payer)).toBe(1);
}
const noticeMails = async (payer: Payer) =>
  (await portal.mailsOf(payer)).filter((name) => name.endsWith('-upcoming'));

test('[RESTORE-1] autopay that was turned off after the backup is announced again, and charged days after it only', async () => {
  const payer = await enrolled();
  const backup = await copy();
  await turnOffAutopay(portal, payer);
  await restoreAndGoOn(portal, backup);
  await chargeAutomatically(portal);
  expect(await nextChargeOf(payer)).toBe(noticed);
  await deliverNotices(portal);
  const { subject, text } = await newestNotice(portal, payer);
  expect(subject).toBe('Autopay will charge $84.99 on Nov 27, 2026');
  expect(text).toContain('If you turned autopay off, stop this charge');
  await passDays(portal, 2);
  expect(await portal.sandbox.charges()).toEqual([]);
  expect(await nextChargeOf(payer)).toBe(noticed);
  await passDays(portal, 1);
  expect(await chargeCount(payer)).toBe(1);
  expect(await portal.balanceCents(payer)).toBe(0);
  expect(await noticeMails(payer)).toEqual(['autopay-upcoming']);
});

test('[RESTORE-1] a payment that was canceled after the backup is announced, and charged days after it only', async () => {
  const { payer, id } = await buildPlanned(portal);
  const backup = await copy();
  await cancelPlan(payer, id);
  await restoreAndGoOn(portal, backup);
  expect(await plansOf(payer)).toEqual([noticed]);
  await chargeAutomatically(portal);
  await deliverNotices(portal);
  const { subject, text } = await newestNotice(portal, payer);
  expect(subject).toBe('We will charge your planned payment of $84.99 on Nov 27, 2026');
  expect(text).toContain('If you canceled this payment, stop this charge.');
  await expectChargeInThreeDays(payer);
  expect(await noticeMails(payer)).toEqual(['payment-upcoming']);
});

test('[RESTORE-1] while the mail server accepts nothing, nobody counts as told', async () => {
  const payers = [await enrolled(), (await buildPlanned(portal)).payer] as const;
  const [payer, planner] = payers;
  await restoreAndGoOn(portal, await copy());
  await portal.sandbox.control({ processor: 'smtp', mode: 'down' });
  await deliverNotices(portal);
  await passDays(portal, 4);
  expect(await portal.sandbox.charges()).toEqual([]);
  expect([await nextChargeOf(payer), ...(await plansOf(planner))]).toEqual(['2026-12-01', '2026-12-01']);
  await portal.sandbox.reset();
  await deliverNotices(portal);
  // The mail names the day that holds when it is accepted.
  for (const told of payers) expect((await newestNotice(portal, told)).subject).toMatch(/Dec 01/);
  await expectChargeInThreeDays(...payers);
});

test('[RESTORE-1] the link of autopay shows the charge, and stops that one only', async () => {
  const payer = await enrolled();
  await restoreAndTell();
  const token = await stopTokenOf(portal, payer);
  const shown = await show(token);
  expect(shown.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  const charge = {
    kind: 'autopay',
    amount: 84.99,
    date: noticed,
    card_type: 'VISA',
    last_four: '4242',
    account_ending: payer.account.accountNumber.slice(-4),
  };
  expect(shown.json()).toEqual(charge);
  expect((await show(token)).statusCode).toBe(200);
  expect((await stop(token)).json()).toEqual(charge);
  const { autopay, nextCharge } = await dashboardOf(portal, payer);
  expect([autopay.problem, nextCharge]).toEqual([
    { code: 'stopped', amount: 84.99, date: noticed, retry_date: null },
    null,
  ]);
  expect(await readRow(portal.db, 'audit_entry', { action: 'charge-notices.stopped' })).toMatchObject({
    account_id: payer.account.id,
    actor: 'charge-link',
    detail: { dueOn: today, amountCents: 8_499 },
  });
  await passDays(portal, 12);
  expect(await portal.sandbox.charges()).toEqual([]);
  expect(await portal.mailsOf(payer)).not.toContain('autopay-failed');
  // The next due date takes what is due by then.
  await buildInvoice(portal.db, payer.account, { issuedOn: '2026-12-05' });
  await changeRows(portal.db, 'invoice', { issued_on: '2026-12-05' }, { due_on: '2026-12-08' });
  await passDays(portal, 2);
  expect(await noticeMails(payer)).toEqual(['autopay-upcoming', 'autopay-upcoming']);
  expect(await portal.balanceCents(payer)).toBe(0);
});

test('[RESTORE-1] another method does not bring a stopped charge back', async () => {
  const payer = await enrolled();
  await restoreAndTell();
  await stop(await stopTokenOf(portal, payer));
  const other = await portal.buildPayer();
  await changeRows(
    portal.db,
    'payment_method',
    { id: other.methodId },
    { account_id: payer.account.id, is_default: false },
  );
  await enrollPayer(portal, { ...payer, methodId: other.methodId });
  await passDays(portal, 5);
  expect(await portal.sandbox.charges()).toEqual([]);
});

test('[RESTORE-1] the link of a planned payment cancels it as its customer does', async () => {
  const { payer, id } = await buildPlanned(portal);
  await restoreAndTell();
  const token = await stopTokenOf(portal, payer);
  expect((await show(token)).json()).toMatchObject({ kind: 'planned', amount: 84.99, date: noticed });
  expect((await stop(token)).json()).toMatchObject({ kind: 'planned', date: noticed });
  expect(await paymentsOf(portal, payer)).toMatchObject([{ id, state: 'CANCELLED' }]);
  expect(await portal.mailsOf(payer)).toContain('payment-cancelled');
  expect(await readRow(portal.db, 'audit_entry', { action: 'payments.cancelled' })).toMatchObject({
    account_id: payer.account.id,
    actor: 'charge-link',
  });
  await passDays(portal, 5);
  expect(await portal.sandbox.charges()).toEqual([]);
});

test('[RESTORE-1] a link ends with its charge, and a wrong token is answered as one that ended', async () => {
  const [stopped, made] = [await enrolled(), await enrolled()];
  const { payer: planner } = await buildPlanned(portal);
  await restoreAndTell();
  const tokens = [];
  for (const payer of [stopped, made, planner]) tokens.push(await stopTokenOf(portal, payer));
  await stop(tokens[0] ?? '');
  await passDays(portal, 3);
  expect(await Promise.all([stopped, made, planner].map(chargeCount))).toEqual([0, 1, 1]);
  const answerOf = ({ correlationId: _, ...body }: Record<string, unknown>) => body;
  const wrong = await show('A'.repeat(43));
  expect(wrong.json()).toMatchObject({ status: 404, code: 'request.not-found' });
  for (const token of tokens)
    for (const ended of [await show(token), await stop(token)])
      expect(answerOf(ended.json())).toEqual(answerOf(wrong.json()));
  expect((await show('')).json()).toMatchObject({ status: 400, errors: [{ field: 'Token' }] });
  expect((await stop('')).json()).toMatchObject({ status: 400, errors: [{ field: 'token' }] });
  // The token itself is nowhere: the mail is sealed until it is sent, and then erased.
  const stored = JSON.stringify([
    await readRows(portal.db, 'charge_notice'),
    await readRows(portal.db, 'outbox'),
  ]);
  for (const token of tokens) expect(stored).not.toContain(token);
});

test('[RESTORE-1] a link stops a charge once, however often it is pressed', async () => {
  const payer = await enrolled();
  await restoreAndTell();
  const token = await stopTokenOf(portal, payer);
  const answers = await Promise.all([stop(token), stop(token), stop(token)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
  expect(await readRows(portal.db, 'autopay_charge')).toHaveLength(1);
});

test('[RESTORE-1] what is due later is announced days before, once, and charged on its day', async () => {
  const payer = await enrolled({ dueOn: '2026-12-01' });
  await restoreAndTell();
  expect(await noticeMails(payer)).toEqual([]);
  await passDays(portal, 4);
  await deliverNotices(portal);
  expect(await noticeMails(payer)).toEqual(['autopay-upcoming']);
  expect((await newestNotice(portal, payer)).text).toContain('/stop-charge/');
  await expectChargeInThreeDays(payer);
});

test('[RESTORE-1] a charge that was announced before the backup is announced again', async () => {
  const payer = await enrolled({ dueOn: '2026-11-26' });
  await runJobs(portal, 'autopay.announce');
  await restoreAndTell();
  expect(await noticeMails(payer)).toEqual(['autopay-upcoming', 'autopay-upcoming']);
  await expectChargeInThreeDays(payer);
});

test.each([
  ['seven days after, is made up for', 10, 1],
  ['eight days after, waits for the next due date', 11, 0],
])(
  '[RESTORE-1] the days of catching up begin with the first day of a charge: %s',
  async (_when, days, charges) => {
    const payer = await enrolled({ dueOn: '2026-11-17' });
    await changeRows(portal.db, 'autopay_enrollment', {}, { enrolled_on: '2026-11-01' });
    const { payer: planner } = await buildPlanned(portal);
    await restoreAndTell();
    await portal.passTime(days * 24 * hourMs);
    await chargeAutomatically(portal);
    await chargeAutomatically(portal);
    expect([await chargeCount(payer), await chargeCount(planner)]).toEqual([charges, charges]);
    expect((await portal.mailsOf(planner)).includes('payment-missed')).toBe(charges === 0);
  },
);

test('[RESTORE-1] autopay that is turned on again, or a payment that is planned after the restore, is charged on its day', async () => {
  const [payer, planner] = [await enrolled(), await portal.buildPayer()];
  await restoreAndGoOn(portal, await copy());
  await turnOffAutopay(portal, payer);
  await enrollPayer(portal, payer);
  await planForToday(portal, planner);
  await chargeAutomatically(portal);
  expect([await chargeCount(payer), await chargeCount(planner)]).toEqual([1, 1]);
  expect(await noticeMails(payer)).toEqual([]);
});

test('[RESTORE-1] a charge of autopay that waited for its processor is announced, too', async () => {
  const payer = await enrolled({ processor: 'transafe' });
  await portal.sandbox.control({ processor: 'transafe', mode: 'down' });
  await runJobs(portal, 'autopay.run');
  expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'PLANNED' }]);
  const backup = await copy();
  await portal.sandbox.reset();
  await restoreAndGoOn(portal, backup);
  await portal.passTime(hourMs);
  await deliverNotices(portal);
  expect((await newestNotice(portal, payer)).text).toMatch(/autopay will charge the account/);
  await passDays(portal, 2);
  expect(await chargeCount(payer)).toBe(0);
  const token = await stopTokenOf(portal, payer);
  expect((await stop(token)).json()).toMatchObject({ kind: 'planned', date: noticed });
  await passDays(portal, 3);
  expect(await chargeCount(payer)).toBe(0);
});

test('[RESTORE-1] another restore begins anew: the links of the one before end', async () => {
  const payer = await enrolled();
  await restoreAndTell();
  const before = await stopTokenOf(portal, payer);
  await passDays(portal, 2);
  await restoreAndGoOn(portal, await copy());
  expect((await show(before)).statusCode).toBe(404);
  await deliverNotices(portal);
  expect(await stopTokenOf(portal, payer)).not.toBe(before);
  await expectChargeInThreeDays(payer);
});

test('[RESTORE-1] late debt of a charge that waits is announced by itself, and charged with it', async () => {
  const payer = await enrolled();
  await restoreAndTell();
  const { id: invoice_id } = await buildInvoice(portal.db, payer.account, { issuedOn: '2026-11-20' });
  await setDueDate(portal, payer, today);
  const row = {
    account_id: payer.account.id,
    invoice_id,
    added_on: today,
    amount_cents: 8_499,
    collect_on: null,
  };
  await portal.db.insertInto('late_debt').values(row).execute();
  await runJobs(portal, 'autopay.follow-up');
  expect(await noticeMails(payer)).toEqual(['autopay-upcoming', 'autopay-upcoming']);
  await passDays(portal, 2);
  expect(await chargeCount(payer)).toBe(0);
  await passDays(portal, 1);
  expect(await portal.balanceCents(payer)).toBe(0);
});

test.each(['promoted', 'stopped'] as const)(
  '[RESTORE-1] a database that was %s announces nothing anew',
  async (reason) => {
    const payer = await enrolled();
    await changeRows(portal.db, 'heartbeat', {}, { paused_for: reason, paused_at: portal.clock.now() });
    await restoreAndGoOn(portal, { restore: async () => undefined });
    expect(await findPause(portal.db)).toBeUndefined();
    await chargeAutomatically(portal);
    expect(await chargeCount(payer)).toBe(1);
    expect(await readRows(portal.db, 'charge_notice')).toEqual([]);
  },
);

test('[RESTORE-1] two servers that end the pause at once hold each charge once', async () => {
  const payer = await enrolled();
  await restoreAndTell();
  const [before] = await readRows(portal.db, 'charge_notice');
  await restoreAndGoOn(portal, { restore: async () => undefined });
  expect(await readRows(portal.db, 'charge_notice', { account_id: payer.account.id })).toEqual([before]);
  await beat(portal.db);
  await deliverMail(portal);
  expect(await noticeMails(payer)).toEqual(['autopay-upcoming']);
});

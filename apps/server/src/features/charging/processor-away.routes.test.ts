import { setTimeout } from 'node:timers/promises';
import { addDays } from '@myaccount/contract/calendar';
import { afterEach, describe, expect, test } from 'vitest';
import { openProcessors } from '../../gateways/card-processor/open-processors.ts';
import { dayOf } from '../../platform/business-day.ts';
import {
  buildEnrolled,
  dashboardOf,
  enrollPayer,
  paymentsOf,
  planForToday,
  runAutopayJobs,
  setDueDate,
  turnOffAutopay,
} from '../../testing/autopay.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { chargeBehindOurBack } from '../../testing/hidden-charge.ts';
import { type Payer, type PayerOptions, startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { runAutopay } from '../autopay/autopay-run.service.ts';

// The tests start at noon in New York on Nov 24, 2026. The payers' bills are due on the day of the test.
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const settings = { SESSION_IDLE_SECONDS: '86400', PROCESSOR_TIMEOUT_MS: '5000', AUTOPAY_RETRY_DAYS: '1,3' };
const portal = forFile(() => startPayingPortal(settings));
afterEach(async () => {
  await recover();
  expect(await portal.brokenChecks()).toEqual([]);
});

/** Its processor refuses the charge itself, and may have made it all the same. */
const saysItIsDown = 'visa-4242-down';
const away = { processor: 'transafe', mode: 'down' } as const;
const today = () => dayOf(portal.clock.now(), 'America/New_York');

const round = () => runJobs(portal, 'payments.charge-planned');
async function later(minutes = 15): Promise<void> {
  await portal.passTime(minutes * minute);
  await round();
}
/** Moves the clock to the next time that a day of New York has this hour. */
async function moveTo(hourOfDay: number): Promise<void> {
  const sinceHour = (portal.clock.now().getTime() - (5 + hourOfDay) * hour) % day;
  await portal.passTime(day - sinceHour + minute);
}
const nextDay = () => moveTo(0);

/** Ends the outage, and waits until the circuit breaker, which uses real time, lets calls through again. */
async function recover(): Promise<void> {
  await portal.sandbox.reset();
  const payer = await portal.buildPayer({ processor: 'transafe' });
  while ((await portal.pay(payer)).statusCode !== 200) await setTimeout(500);
}

async function recoverAndCharge(): Promise<void> {
  await recover();
  await later();
  await runAutopayJobs(portal);
}

/** A payer whose payment is dated today: the job's next round charges it. */
async function planned(options: PayerOptions = {}): Promise<Payer> {
  const payer = await portal.buildPayer({ processor: 'transafe', ...options });
  await setDueDate(portal, payer, addDays(today(), 1));
  await planForToday(portal, payer);
  await setDueDate(portal, payer, today());
  return payer;
}
/** A payer whose bill autopay charges today. */
async function enrolled(): Promise<Payer> {
  await moveTo(12);
  return await buildEnrolled(portal, { processor: 'transafe', dueOn: today() });
}
/** A payer whose charge of autopay waits: the processor is away. */
async function enrolledWhileAway(): Promise<Payer> {
  const payer = await enrolled();
  await portal.sandbox.control(away);
  await runAutopayJobs(portal);
  return payer;
}
const statesOf = async (payer: Payer) => (await paymentsOf(portal, payer)).map(({ state }) => state);
const chargeAttempts = async ({ account }: Payer) => {
  const charges = { account_id: account.id, kind: 'charge' } as const;
  return (await readRows(portal.db, 'payment_attempt', charges)).map(({ outcome }) => outcome);
};

describe('[PAY-7] a planned payment whose processor is away on its day', () => {
  test('waits, is tried again a quarter of an hour later, and is charged once', async () => {
    const payer = await planned();
    await portal.sandbox.control(away);
    await round();
    await round();
    expect(await statesOf(payer)).toEqual(['PLANNED']);
    expect(await chargeAttempts(payer)).toEqual(['unavailable']);
    expect(await portal.balanceCents(payer)).toBe(8_499);
    await later(14);
    expect(await chargeAttempts(payer)).toHaveLength(1);
    await recover();
    await later(1);
    await later();
    expect(await statesOf(payer)).toEqual(['COMPLETED']);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-made']);
  });

  test('is not charged again when the processor made the charge all the same', async () => {
    const payer = await planned({ token: saysItIsDown });
    await round();
    await chargeBehindOurBack(portal, payer);
    await later();
    await later();
    expect(await statesOf(payer)).toEqual(['COMPLETED']);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await chargeAttempts(payer)).toEqual(['unavailable', null]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-made']);
  });

  test('charges at most what is then open, and keeps its promise for the next try', async () => {
    const payer = await planned();
    await portal.pay(payer, { amount: 50 });
    await portal.sandbox.control(away);
    await round();
    expect(await paymentsOf(portal, payer)).toMatchObject([
      { state: 'PLANNED', amountCents: 8_499 },
      { state: 'COMPLETED', amountCents: 5_000 },
    ]);
    await recover();
    await later();
    const amounts = (await portal.chargesOf(payer)).map(({ amountCents }) => amountCents);
    expect(amounts.sort()).toEqual([3_499, 5_000]);
  });

  test('can be cancelled while it waits, and is then not charged', async () => {
    const payer = await planned();
    await portal.sandbox.control(away);
    await round();
    const query = { billing_account_id: payer.account.id };
    const [{ id }] = (await portal.get('/payments/planned', query, payer.accessToken)).json();
    expect((await portal.post('/payments/planned/cancel', { id }, payer.accessToken)).statusCode).toBe(200);
    await recover();
    await later();
    expect(await statesOf(payer)).toEqual(['CANCELLED']);
    expect(await portal.chargesOf(payer)).toEqual([]);
  });

  test('all day fails after it, with a mail, and is looked up once more an hour later', async () => {
    const payers = [await planned({ token: saysItIsDown })];
    await round();
    payers.push(await planned());
    await portal.sandbox.control(away);
    await round();
    await nextDay();
    await round();
    for (const payer of payers) {
      expect(await statesOf(payer)).toEqual(['PROCESSING_ERROR']);
      expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-failed']);
      expect(await portal.balanceCents(payer)).toBe(8_499);
    }
    await recover();
    const [tried] = payers as [Payer, Payer];
    await chargeBehindOurBack(portal, tried);
    await portal.passTime(hour);
    await portal.reconcile();
    expect(await readRows(portal.db, 'payment', { account_id: tried.account.id })).toMatchObject([
      { manual_review_reason: expect.stringContaining('charged after all') },
    ]);
  });

  test('is reported after its day even while no call is made at all', async () => {
    const [waiting, ...others] = await Promise.all(Array.from({ length: 6 }, () => planned()));
    await portal.sandbox.control(away);
    for (const payer of others) await portal.pay(payer, { amount: 1 });
    const health = await portal.app.server.inject({ url: '/myaccount/health/ready' });
    expect(health.body).toContain('away');
    await round();
    expect(await statesOf(waiting as Payer)).toEqual(['PLANNED']);
    await nextDay();
    for (const payer of others) await portal.pay(payer, { amount: 2 });
    await round();
    expect(await statesOf(waiting as Payer)).toEqual(['PROCESSING_ERROR']);
    expect(await portal.mailsOf(waiting as Payer)).toEqual(['payment-planned', 'payment-failed']);
  });
});

describe('[AUTOPAY-4] a charge of autopay whose processor is away on the due date', () => {
  test('waits, is tried again the same day, and is charged once', async () => {
    const payers: Payer[] = [];
    for (let count = 0; count < 2; count += 1) payers.push(await enrolled());
    for (const payer of payers) await setDueDate(portal, payer, today());
    await portal.sandbox.control(away);
    const { config } = portal.portal;
    const context = { ...portal.portal, processors: openProcessors(config) };
    const { accounts } = await runAutopay(context, { runOn: today() });
    expect(accounts).toMatchObject({ waiting: 2, unknown: 0, failed: 0 });
    await runAutopayJobs(portal);
    const [payer] = payers as [Payer];
    expect(await dashboardOf(portal, payer)).toMatchObject({
      planned: 84.99,
      amountDue: 0,
      nextCharge: null,
      autopay: { problem: null },
    });
    await recoverAndCharge();
    for (const one of payers) {
      expect(await paymentsOf(portal, one)).toMatchObject([{ state: 'COMPLETED', isRecurring: true }]);
      expect(await portal.chargesOf(one)).toHaveLength(1);
      expect(await portal.mailsOf(one)).toEqual(['autopay-on', 'payment-made']);
    }
  });

  test('or whose server was killed before it charged, is charged once, later that day', async () => {
    const payer = await enrolledWhileAway();
    const now = portal.clock.now();
    const submitted = { state_at: now, occurred_at: now, reconcile_at: now };
    const killed = { state: 'SUBMITTING', planned_for: null, ...submitted } as const;
    await changeRows(portal.db, 'payment', { account_id: payer.account.id }, killed);
    await recover();
    for (let tries = 0; tries < 3; tries += 1) {
      await portal.passTime(2 * minute);
      await portal.reconcile();
    }
    expect(await statesOf(payer)).toEqual(['PLANNED']);
    await later();
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'COMPLETED', isRecurring: true }]);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'payment-made']);
  });

  test('all day is reported after it, with the day of the next attempt, and is then charged once', async () => {
    const payer = await enrolledWhileAway();
    await nextDay();
    await round();
    await runAutopayJobs(portal);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'autopay-failed']);
    const { autopay, nextCharge } = await dashboardOf(portal, payer);
    expect(autopay.problem).toMatchObject({ code: 'unavailable', retry_date: today() });
    expect(nextCharge).toMatchObject({ date: today(), amount: 84.99 });
    await recover();
    await moveTo(12);
    await runAutopayJobs(portal);
    expect(await statesOf(payer)).toEqual(['PROCESSING_ERROR', 'COMPLETED']);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test.each([
    ['turned off', (payer: Payer) => turnOffAutopay(portal, payer), []],
    ['moved to another method', moveAutopay, ['COMPLETED']],
  ])('is dropped once autopay is %s', async (_what, change, nextStates) => {
    const payer = await enrolledWhileAway();
    expect(await statesOf(payer)).toEqual(['PLANNED']);
    await portal.passTime(minute);
    await change(payer);
    await recoverAndCharge();
    expect(await statesOf(payer)).toEqual(['CANCELLED']);
    expect(await portal.mailsOf(payer)).not.toContain('payment-cancelled');
    await moveTo(12);
    await runAutopayJobs(portal);
    expect(await statesOf(payer)).toEqual(['CANCELLED', ...nextStates]);
    const charges = await readRows(portal.db, 'autopay_charge', { account_id: payer.account.id });
    expect(charges.filter(({ followed_up_at }) => followed_up_at === null)).toEqual([]);
  });

  test('while no server runs for longer than a week is cancelled and told', async () => {
    const payer = await enrolledWhileAway();
    await portal.passTime(9 * 24 * 60 * minute);
    await recover();
    await round();
    await runAutopayJobs(portal);
    expect(await statesOf(payer)).toEqual(['CANCELLED']);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'payment-missed']);
    await portal.passTime(-9 * 24 * 60 * minute);
  });

  test('that the customer pays meanwhile is not needed, and no mail speaks of a planned payment', async () => {
    const payer = await enrolledWhileAway();
    const { id } = await buildMethod(portal.portal, payer.account, {
      token: `visa-4242-p${payer.account.accountNumber}`,
      method: { is_default: false, processor: 'orbital' },
    });
    const accessToken = await portal.signIn(payer.emailAddress);
    await portal.pay({ ...payer, accessToken }, { payment_method: id });
    await recoverAndCharge();
    expect(await statesOf(payer)).toEqual(['CANCELLED', 'COMPLETED']);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'payment-made']);
  });
});

async function moveAutopay(payer: Payer): Promise<void> {
  const { id } = await buildMethod(portal.portal, payer.account, { method: { is_default: false } });
  await enrollPayer(portal, { ...payer, methodId: id });
}

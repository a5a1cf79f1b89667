import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  buildEnrolled,
  dashboardOf,
  enrollPayer,
  paymentsOf,
  runAutopayJobs,
  setDueDate,
  turnOffAutopay,
} from '../../testing/autopay.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { payingPortalForFile } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import { listConsents, listMails } from '../../testing/traces.ts';

const hour = 3_600_000;
const day = 24 * hour;
const processorTimeoutMs = 3_000;

const settings = { AUTOPAY_RETRY_DAYS: '1,3', PROCESSOR_TIMEOUT_MS: String(processorTimeoutMs) };
const portal = payingPortalForFile(settings);

/** Days that have passed since the start of the clock, Nov 24. */
let passed = 0;
/** Moves the clock to noon of a day counted from Nov 24. The bill of a payer is due on day 2. */
async function moveTo(days: number): Promise<void> {
  await portal.passTime((days - passed) * day);
  passed = days;
}
const enrolled = (options?: Parameters<typeof buildEnrolled>[1]) => buildEnrolled(portal, options);

describe('[AUTOPAY-4] the due date', () => {
  test('is waited for, announced, and then charged once, with a receipt', async () => {
    const payer = await enrolled();
    const { nextCharge } = await dashboardOf(portal, payer);
    expect(nextCharge).toEqual({ date: '2026-11-26', amount: 84.99, recurring_payment_id: payer.methodId });
    await runAutopayJobs(portal);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toEqual([]);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'autopay-upcoming']);
    await moveTo(2);
    await Promise.all([runAutopayJobs(portal), runAutopayJobs(portal), runAutopayJobs(portal)]);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toMatchObject([
      { state: 'COMPLETED', amountCents: 8_499, day: '2026-11-26', isRecurring: true },
    ]);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await portal.balanceCents(payer)).toBe(0);
    const { consent_id } = await readRow(portal.db, 'payment', { account_id: payer.account.id });
    expect(await listConsents(portal, payer)).toMatchObject([{ id: consent_id, kind: 'autopay' }]);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'autopay-upcoming', 'payment-made']);
  });

  test('before the hour of the setting nothing is charged', async () => {
    const payer = await enrolled();
    await portal.passTime(-7 * hour);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toEqual([]);
    await portal.passTime(hour);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toHaveLength(1);
    await portal.passTime(6 * hour);
  });

  test('a payment made before reduces the charge, and one that covers all leaves nothing to charge', async () => {
    const [some, all] = [await enrolled(), await enrolled()];
    await portal.pay({ ...some, accessToken: await portal.signIn(some.emailAddress) }, { amount: 50 });
    await portal.pay({ ...all, accessToken: await portal.signIn(all.emailAddress) });
    await runAutopayJobs(portal);
    expect((await paymentsOf(portal, some)).map(({ amountCents }) => amountCents)).toEqual([5_000, 3_499]);
    expect(await paymentsOf(portal, all)).toHaveLength(1);
  });

  test('debt from before the enrollment waits for the next due date, and a later bill for its own', async () => {
    const payer = await portal.buildPayer({ bills: [5_000, 8_499] });
    await setDueDate(portal, payer, '2026-11-25');
    await enrollPayer(portal, payer);
    const charges = [{ type: 'recurring', description: 'Fiber', amountCents: 1_000 } as const];
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toEqual([]);
    expect((await dashboardOf(portal, payer)).nextCharge).toBeNull();
    await buildInvoice(portal.db, payer.account, { issuedOn: '2026-11-06', charges });
    await buildInvoice(portal.db, payer.account, { issuedOn: '2026-12-06', charges });
    await moveTo(3);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toMatchObject([{ amountCents: 14_499, day: '2026-11-27' }]);
  });

  test('money whose result is still out is waited for, and never charged again', async () => {
    await moveTo(3);
    const payer = await enrolled({ token: 'visa-4242-lost', dueOn: '2026-11-27' });
    await runAutopayJobs(portal);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'UNKNOWN' }]);
    await portal.passTime(60_000);
    await portal.reconcile();
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'COMPLETED' }]);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test('autopay that is off charges nothing', async () => {
    const payer = await enrolled();
    await turnOffAutopay(portal, payer);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toEqual([]);
  });
});

describe('[AUTOPAY-4] a charge that fails', () => {
  test('is reported each time, shown, and tried again on the days of the setting', async () => {
    const payer = await enrolled({ token: 'visa-4242-funds', dueOn: '2026-11-27' });
    await runAutopayJobs(portal);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'PROCESSING_ERROR' }]);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'autopay-failed']);
    expect((await listMails(portal, payer)).at(-1)?.payload).toMatchObject({
      isOff: false,
      retryOn: '2026-11-28',
      amountCents: 8_499,
    });
    const { autopay, nextCharge, isAutoPayEnabled } = await dashboardOf(portal, payer);
    expect(autopay.problem).toEqual({
      code: 'insufficient-funds',
      amount: 84.99,
      date: '2026-11-27',
      retry_date: '2026-11-28',
    });
    expect(nextCharge).toMatchObject({ date: '2026-11-28', amount: 84.99 });
    expect(isAutoPayEnabled).toBe(true);
    for (const days of [4, 5, 6, 7, 8]) {
      await moveTo(days);
      await runAutopayJobs(portal);
    }
    expect((await paymentsOf(portal, payer)).map((payment) => payment.day)).toEqual([
      '2026-11-27',
      '2026-11-28',
      '2026-11-30',
    ]);
    const last = await dashboardOf(portal, payer);
    expect(last).toMatchObject({
      isAutoPayEnabled: true,
      nextCharge: null,
      autopay: { problem: { retry_date: null } },
    });
    expect((await portal.mailsOf(payer)).filter((name) => name === 'autopay-failed')).toHaveLength(3);
  });

  test('for a reason that stays is not tried again, until there is another method', async () => {
    const payer = await enrolled({ token: 'visa-4242-expired', dueOn: '2026-12-02' });
    await runAutopayJobs(portal);
    expect((await dashboardOf(portal, payer)).autopay.problem).toMatchObject({
      code: 'expired-card',
      retry_date: null,
    });
    await moveTo(9);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toHaveLength(1);

    const { id } = await buildMethod(portal.portal, payer.account, { method: { is_default: false } });
    await enrollPayer(portal, { ...payer, methodId: id });
    await runAutopayJobs(portal);
    expect((await paymentsOf(portal, payer)).map(({ state }) => state)).toEqual([
      'PROCESSING_ERROR',
      'COMPLETED',
    ]);
    expect((await dashboardOf(portal, payer)).autopay.problem).toBeNull();
  });

  test('with an expired card sends nothing to the processor, and says so', async () => {
    const payer = await enrolled({ dueOn: '2026-12-03' });
    await changeRows(portal.db, 'payment_method', { id: payer.methodId }, { expires_on: '2026-11-30' });
    await runAutopayJobs(portal);
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toEqual([]);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'autopay-failed']);
    expect((await dashboardOf(portal, payer)).autopay.problem).toMatchObject({
      code: 'expired-card',
      amount: 84.99,
    });
  });

  test('because the processor does not answer is settled later: one charge each', async () => {
    await portal.sandbox.control({ processor: 'orbital', mode: 'down' });
    const payers = await Promise.all(Array.from({ length: 8 }, () => enrolled({ dueOn: '2026-12-03' })));
    await runAutopayJobs(portal);
    await portal.sandbox.reset();
    // The circuit breaker uses real time.
    await setTimeout(processorTimeoutMs);
    for (let round = 0; round < 4; round += 1) {
      await portal.passTime(60_000);
      await portal.reconcile();
      await runAutopayJobs(portal);
    }
    await moveTo(10);
    await runJobs(portal, 'payments.charge-planned');
    await runAutopayJobs(portal);
    for (const payer of payers) {
      expect(await portal.chargesOf(payer)).toHaveLength(1);
      expect(await portal.balanceCents(payer)).toBe(0);
    }
  });
});

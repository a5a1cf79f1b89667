import { describe, expect, test } from 'vitest';
import { openProcessors } from '../../gateways/card-processor/open-processors.ts';
import {
  buildEnrolled,
  dashboardOf,
  enrollPayer,
  paymentsOf,
  runAutopayJobs,
} from '../../testing/autopay.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { returnPayment } from '../reconciliation/returns.service.ts';
import { countAccountsToCharge, runAutopay } from './autopay-run.service.ts';

const day = 86_400_000;

const portal = payingPortalForFile({ PROCESSOR_TIMEOUT_MS: '5000' });

/** Builds a customer with autopay by bank account, whose bills are due today. */
const enrolled = (bills: readonly number[] = [8_499]) =>
  buildEnrolled(portal, { kind: 'bank', bills, dueOn: portal.clock.now().toISOString().slice(0, 10) });

/** Has the bank return the newest debit of a payer, and the job of the portal record it. */
async function returnDebit(payer: Payer, code: string): Promise<void> {
  const [charge] = await portal.chargesOf(payer);
  const response = await fetch(`${portal.sandbox.url}/charges/${charge?.id}/return`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  await runJobs(portal, 'payments.record-returns');
  await runAutopayJobs(portal);
}

const isOn = async (payer: Payer) => (await dashboardOf(portal, payer)).isAutoPayEnabled;

describe('[RETURN-1] a debit of autopay that comes back', () => {
  test('as unauthorized stops autopay at once, with a mail, and the account cannot be used for it again', async () => {
    const payer = await enrolled();
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'PENDING' }]);
    await returnDebit(payer, 'R10');
    await returnDebit(payer, 'R10');
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'RETURNED' }]);
    expect(await portal.balanceCents(payer)).toBe(8_499);
    expect(await isOn(payer)).toBe(false);
    expect(await portal.mailsOf(payer)).toEqual([
      'autopay-on',
      'payment-pending',
      'payment-returned',
      'autopay-stopped',
    ]);
    await expect(enrollPayer(portal, payer)).rejects.toThrow('"statusCode":"04"');
  });

  test('for another reason stops autopay the second time, and is shown before', async () => {
    const payer = await enrolled();
    await runAutopayJobs(portal);
    await returnDebit(payer, 'R01');
    expect(await isOn(payer)).toBe(true);
    expect((await dashboardOf(portal, payer)).autopay.problem).toMatchObject({
      code: 'insufficient-funds',
      retry_date: null,
    });
    expect(await paymentsOf(portal, payer)).toHaveLength(1);
    const consents = [{ kind: 'bank-debit', textVersion: '2', language: 'en' }];
    const token = await portal.signIn(payer.emailAddress);
    const paid = await portal.pay({ ...payer, accessToken: token }, { consents });
    expect(paid.statusCode).toBe(200);
    const { id } = paid.json();
    const returned = { paymentId: id, reason: 'insufficient-funds', text: 'R01', by: 'kim' } as const;
    expect(await returnPayment(portal.portal, returned)).toBeUndefined();
    await runAutopayJobs(portal);
    expect(await isOn(payer)).toBe(false);
    expect((await portal.mailsOf(payer)).at(-1)).toBe('autopay-stopped');
    expect(await returnPayment(portal.portal, returned)).toContain('RETURNED');
  });

  test('by hand: only a bank debit that was charged', async () => {
    const payer = await portal.buildPayer();
    const { id } = (await portal.pay(payer)).json();
    const known = { reason: 'returned', text: 'R99', by: 'kim' } as const;
    expect(await returnPayment(portal.portal, { ...known, paymentId: id })).toContain('no bank debit');
    expect(await returnPayment(portal.portal, { ...known, paymentId: 'none' })).toContain('no payment none');
  });
});

describe('[AUTOPAY-4] the run by hand', () => {
  const context = () => ({ ...portal.portal, processors: openProcessors(portal.portal.config) });

  test('a dry run counts what it would charge, and changes nothing', async () => {
    const payer = await enrolled([1_000, 2_000]);
    const runOn = '2026-11-24';
    expect(await countAccountsToCharge(context(), runOn)).toBe(1);
    const summary = await runAutopay(context(), { runOn, isDryRun: true });
    expect(summary).toMatchObject({ accounts: { paid: 1, failed: 0 }, collectedCents: 3_000 });
    expect(await paymentsOf(portal, payer)).toEqual([]);
    expect(await runAutopay(context(), { runOn })).toMatchObject({
      accounts: { pending: 1 },
      collectedCents: 3_000,
    });
    expect(await runAutopay(context(), { runOn })).toMatchObject({
      accounts: { pending: 0 },
      collectedCents: 0,
    });
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test('makes up for a day on which no server ran, once', async () => {
    const payer = await enrolled();
    await portal.passTime(3 * day);
    expect(await runAutopay(context(), { runOn: '2026-11-23' })).toMatchObject({ accounts: { pending: 0 } });
    await runAutopay(context(), { runOn: '2026-11-24' });
    await runAutopayJobs(portal);
    expect(await paymentsOf(portal, payer)).toHaveLength(1);
  });
});

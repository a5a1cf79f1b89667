import { afterEach, expect, test } from 'vitest';
import { listManualReview } from '../../ops/manual-review.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';
import { voidInvoice } from './void-invoice.service.ts';

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: '5000' }));
afterEach(async () => {
  await portal.sandbox.reset();
  expect(await portal.brokenChecks()).toEqual([]);
});

/** Pays while the processor's answer is lost, and voids the payer's newest bill before the result is found. */
async function payAndVoid(payer: Payer, amount: number) {
  await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
  const { id } = (await portal.pay(payer, { amount })).json();
  await portal.sandbox.reset();
  const bills = await readRows(portal.db, 'invoice', { account_id: payer.account.id }, 'issued_on');
  const invoiceNumber = bills.at(-1)?.invoice_number ?? '';
  const result = await voidInvoice(portal.portal, { invoiceNumber, by: 'Kim', reason: 'wrong plan' });
  return { id: id as string, result };
}

const reviewed = async (id: string) =>
  (await listManualReview(portal.db, portal.clock.now())).filter((line) => line.includes(id)).join();

async function findResult(): Promise<void> {
  await portal.passTime(120_000);
  await portal.reconcile();
}

test.each([
  ['all of it', [8_499], 84.99, 8_499, -8_499],
  ['all but what was credit before', [8_499], 100, 8_499, -10_000],
  ['what the other bill leaves', [5_000, 8_499], 84.99, 3_499, -3_499],
])(
  '[CORRECT-1, MAIL-1] a bill voided while its payment is on the way: %s becomes credit, and is reported',
  async (_what, bills, amount, cents, balanceCents) => {
    const payer = await portal.buildPayer({ processor: 'transafe', bills });
    const { id, result } = await payAndVoid(payer, amount);
    expect(result).toEqual({ toCreditCents: cents });
    expect(await portal.mailsOf(payer)).toEqual(['payment-unneeded']);
    expect(await reviewed(id)).toContain('was voided while this charge was on its way');
    await findResult();
    expect(await portal.balanceCents(payer)).toBe(balanceCents);
    expect(await reviewed(id)).toContain('COMPLETED');
  },
);

test('[CORRECT-1] a charge that fails all the same leaves nothing to review', async () => {
  const payer = await portal.buildPayer({ processor: 'transafe', token: 'visa-4242-declined' });
  const { id } = await payAndVoid(payer, 84.99);
  await findResult();
  expect([await portal.balanceCents(payer), await reviewed(id)]).toEqual([0, '']);
});

test('[CORRECT-1] a payment that other bills need is neither told nor reviewed', async () => {
  const payer = await portal.buildPayer({ processor: 'transafe', bills: [9_000, 8_499] });
  const { id, result } = await payAndVoid(payer, 50);
  expect([result, await portal.mailsOf(payer), await reviewed(id)]).toEqual([{ toCreditCents: 0 }, [], '']);
  await findResult();
});

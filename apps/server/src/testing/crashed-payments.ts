import { expect } from 'vitest';
import type { Payer, PayingTestPortal } from './paying-portal.ts';
import { readRows } from './rows.ts';

/** The key of a payment whose server crashes, and with which the customer pays again. */
export const crashKey = 'crash-key';

const minuteMs = 60_000;

/** Recovers: a healthy server reconciles for a few minutes. */
export async function recover(portal: PayingTestPortal): Promise<void> {
  await portal.sandbox.reset();
  for (let round = 0; round < 4; round += 1) {
    await portal.passTime(minuteMs);
    await portal.reconcile();
  }
}

/** The customer pays again with the same key. The sandbox's charges decide what is correct. */
export async function expectOneChargeAtMost(
  portal: PayingTestPortal,
  payer: Payer,
  crashAt: string,
): Promise<void> {
  const payment = (await portal.pay(payer, {}, crashKey)).json();
  const charges = await portal.chargesOf(payer);
  const rows = await readRows(portal.db, 'payment', { account_id: payer.account.id });
  const isPaid = payment.status === 'COMPLETED';
  expect({
    crashAt,
    status: payment.status,
    charges: charges.length,
    states: rows.map(({ state }) => state),
  }).toEqual({
    crashAt,
    status: isPaid ? 'COMPLETED' : 'PROCESSING_ERROR',
    charges: isPaid ? 1 : 0,
    states: [isPaid ? 'COMPLETED' : 'PROCESSING_ERROR'],
  });
  expect(await portal.balanceCents(payer)).toBe(isPaid ? 0 : 8_499);
}

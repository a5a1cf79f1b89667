import { canTransition, type PaymentState, paymentStates } from '@myaccount/contract/payment-states';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../testing/builders/account.ts';
import { buildPayment } from '../../testing/builders/payment.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';
import { shownState } from './payment-state.rules.ts';

describe('state transitions of a payment', () => {
  const portal = forFile(() => startTestPortal());
  let account: BuiltAccount;
  beforeAll(async () => {
    account = await buildAccount(portal.db);
  });

  const pairs = paymentStates.flatMap((from) => paymentStates.map((to) => [from, to] as const));

  /** Changes a payment in this state, and takes everything back. */
  const changed = (
    state: PaymentState,
    change: { state: PaymentState } | { amount_cents: number },
    processor_reference: string | null = '4000000000000001',
  ) =>
    portal.db.transaction().execute(async (trx) => {
      const planned_for = '2026-12-01';
      const { id } = await buildPayment(trx, account, { state, planned_for, processor_reference });
      await changeRows(trx, 'payment', { id }, change);
      throw new Error('rolled back');
    });

  test('[PAY-6] an import corrects the amount of a payment that was made elsewhere', async () => {
    await expect(changed('COMPLETED', { amount_cents: 99 }, null)).rejects.toThrow('rolled back');
  });

  test.each(paymentStates)(
    '[PAY-6] the amount of a payment that is %s changes only before it is booked',
    async (state) => {
      const isBooked = ['COMPLETED', 'RETURNED', 'REFUNDED'].includes(state);
      const message = isBooked ? 'its amount stays' : 'rolled back';
      await expect(changed(state, { amount_cents: 99 })).rejects.toThrow(message);
      await expect(changed(state, { amount_cents: 100 })).rejects.toThrow('rolled back');
    },
  );

  test.each(pairs.filter(([from, to]) => from !== to))(
    '[PAY-6] from %s to %s the database allows what the rules allow',
    async (from, to) => {
      const message = canTransition(from, to) ? 'rolled back' : `cannot change from ${from} to ${to}`;
      await expect(changed(from, { state: to })).rejects.toThrow(message);
    },
  );
});

describe('visible states', () => {
  test.each([
    ['PLANNED', 'PENDING'],
    ['SUBMITTING', 'PENDING'],
    ['UNKNOWN', 'PENDING'],
    ['PENDING', 'PENDING'],
    ['COMPLETED', 'COMPLETED'],
    ['PROCESSING_ERROR', 'PROCESSING_ERROR'],
    ['RETURNED', 'RETURNED'],
    ['REFUNDED', 'REFUNDED'],
  ] as const)('[API-8] %s reads %s', (state, shown) => {
    expect(shownState(state)).toBe(shown);
  });

  test('[API-8] CANCELLED is not shown', () => {
    expect(() => shownState('CANCELLED')).toThrow('not shown');
  });
});

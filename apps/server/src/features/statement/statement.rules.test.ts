import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statementOf } from './statement.rules.ts';

describe('figures of a bill', () => {
  test('[BILLING-3] groups service charges, activity, taxes and fees, and adds them up once', () => {
    const statement = statementOf({
      previousBalanceCents: 1_000,
      paymentsReceivedCents: 8_499,
      charges: [
        { chargeType: 'recurring', amountCents: 8_000 },
        { chargeType: 'discount', amountCents: -500 },
        { chargeType: 'one-time', amountCents: 1_500 },
        { chargeType: 'usage', amountCents: 250 },
        { chargeType: 'tax', amountCents: 612 },
        { chargeType: 'fee', amountCents: 199 },
      ],
    });
    expect(statement).toEqual({
      balanceCents: 9_499,
      paymentsReceivedCents: 8_499,
      serviceChargesCents: 7_500,
      activityChargesCents: 1_750,
      taxesAndFeesCents: 811,
      currentChargesCents: 10_061,
      totalCents: 11_061,
    });
  });

  test('[BILLING-3] total is always balance less payments plus current charges, to the cent', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const chargeType = fc.constantFrom('recurring', 'one-time', 'usage', 'discount', 'tax', 'fee');
    fc.assert(
      fc.property(
        cents,
        fc.nat(1_000_000),
        fc.array(fc.record({ chargeType, amountCents: cents })),
        (previous, received, charges) => {
          const s = statementOf({ previousBalanceCents: previous, paymentsReceivedCents: received, charges });
          const sum = charges.reduce((total, charge) => total + charge.amountCents, 0);
          expect(s.totalCents).toBe(s.balanceCents - s.paymentsReceivedCents + s.currentChargesCents);
          expect(s.currentChargesCents).toBe(sum);
        },
      ),
    );
  });
});

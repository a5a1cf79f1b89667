import { chargeTypes } from '@myaccount/contract/invoices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statementOf } from './statement.rules.ts';

describe('figures of a bill', () => {
  test('[BILLING-3] groups service charges, activity, taxes and fees, and late fees, and adds them up once', () => {
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
        { chargeType: 'late-fee', amountCents: 1_000 },
      ],
    });
    expect(statement).toEqual({
      balanceCents: 9_499,
      paymentsReceivedCents: 8_499,
      previousBalanceCents: 1_000,
      serviceChargesCents: 7_500,
      activityChargesCents: 1_750,
      taxesAndFeesCents: 811,
      lateFeesCents: 1_000,
      currentChargesCents: 11_061,
      totalCents: 12_061,
      dueCents: 11_061,
    });
  });

  test('[BILLING-3] total is always balance less payments plus current charges, to the cent', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const chargeType = fc.constantFrom(...chargeTypes);
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
          const parts =
            s.serviceChargesCents + s.activityChargesCents + s.taxesAndFeesCents + s.lateFeesCents;
          expect(parts).toBe(sum);
        },
      ),
    );
  });
});

describe('the part of the total that is due on the due date of the bill', () => {
  test.each([
    [0, 10_000, 10_000],
    [5_000, 10_000, 10_000],
    [-3_000, 10_000, 7_000],
    [-10_000, 10_000, 0],
    [-12_000, 10_000, 0],
    [5_000, -2_000, 0],
  ])('with %i before and %i of new charges it is %i', (previousBalanceCents, amountCents, dueCents) => {
    const charges = [{ chargeType: 'recurring' as const, amountCents }];
    expect(statementOf({ previousBalanceCents, paymentsReceivedCents: 0, charges }).dueCents).toBe(dueCents);
  });
});

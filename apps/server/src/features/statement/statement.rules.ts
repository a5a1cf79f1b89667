import { type ChargeGroup, type ChargeType, chargeGroupOf } from '@myaccount/contract/invoices';
import { sumCents } from '@myaccount/contract/money';

/** A line of a bill. */
export interface BilledCharge {
  readonly chargeType: ChargeType;
  readonly amountCents: number;
}

/** What a bill was issued with. */
export interface Bill {
  /** Open at issue, after the payments received since the bill before. */
  readonly previousBalanceCents: number;
  readonly paymentsReceivedCents: number;
  readonly charges: readonly BilledCharge[];
}

/** Every figure of a bill, in cents. */
export interface Statement {
  /** Owed after the bill before, ahead of the payments received since. */
  readonly balanceCents: number;
  readonly paymentsReceivedCents: number;
  /** What the payments left of it: `balanceCents` less `paymentsReceivedCents`. */
  readonly previousBalanceCents: number;
  /** Recurring charges less discounts. */
  readonly serviceChargesCents: number;
  /** One-time and usage charges. */
  readonly activityChargesCents: number;
  /** Without late fees, which are a separate line. */
  readonly taxesAndFeesCents: number;
  readonly lateFeesCents: number;
  /** "This bill": its own charges. */
  readonly currentChargesCents: number;
  /** "Total owed" at issue: the previous balance and this bill. Negative is credit. */
  readonly totalCents: number;
  /** The part of the total that is due on this bill's due date: this bill less the credit before it; never below 0. */
  readonly dueCents: number;
}

/** The one set of rules by which page, PDF, run, and check compute a bill's figures (STATEMENT-1). */
export function statementOf({ previousBalanceCents, paymentsReceivedCents, charges }: Bill): Statement {
  const sumOf = (group: ChargeGroup) =>
    sumCents(charges.filter(({ chargeType }) => chargeGroupOf[chargeType] === group));
  const currentChargesCents = sumCents(charges);
  const totalCents = previousBalanceCents + currentChargesCents;
  return {
    balanceCents: previousBalanceCents + paymentsReceivedCents,
    paymentsReceivedCents,
    previousBalanceCents,
    serviceChargesCents: sumOf('service'),
    activityChargesCents: sumOf('activity'),
    taxesAndFeesCents: sumOf('taxes'),
    lateFeesCents: sumOf('late-fee'),
    currentChargesCents,
    totalCents,
    dueCents: Math.max(0, Math.min(currentChargesCents, totalCents)),
  };
}

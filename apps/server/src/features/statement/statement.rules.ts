import type { ChargeType } from '@myaccount/contract/invoices';

/** A line of a bill. */
export interface Charge {
  readonly chargeType: ChargeType;
  readonly amountCents: number;
}

/** What a bill was issued with. */
export interface Bill {
  /** Open when it was issued, after the payments received since the bill before. */
  readonly previousBalanceCents: number;
  readonly paymentsReceivedCents: number;
  readonly charges: readonly Charge[];
}

/** Every figure of a bill, in cents. */
export interface Statement {
  /** Owed after the bill before, ahead of the payments received since. */
  readonly balanceCents: number;
  readonly paymentsReceivedCents: number;
  /** Recurring charges less discounts. */
  readonly serviceChargesCents: number;
  /** One-time and usage charges. */
  readonly activityChargesCents: number;
  readonly taxesAndFeesCents: number;
  readonly currentChargesCents: number;
  readonly totalCents: number;
}

const serviceTypes: readonly ChargeType[] = ['recurring', 'discount'];
const activityTypes: readonly ChargeType[] = ['one-time', 'usage'];
const taxTypes: readonly ChargeType[] = ['tax', 'fee'];

/** Whether the charge is one of the plan: neither activity nor tax. */
export function isServiceCharge(charge: Pick<Charge, 'chargeType'>): boolean {
  return serviceTypes.includes(charge.chargeType);
}

/** The one set of rules by which page, PDF and check compute a bill’s figures (STATEMENT-1). */
export function statementOf(bill: Bill): Statement {
  const sumOf = (types: readonly ChargeType[]) =>
    bill.charges
      .filter((charge) => types.includes(charge.chargeType))
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const serviceChargesCents = sumOf(serviceTypes);
  const activityChargesCents = sumOf(activityTypes);
  const taxesAndFeesCents = sumOf(taxTypes);
  const currentChargesCents = serviceChargesCents + activityChargesCents + taxesAndFeesCents;
  return {
    balanceCents: bill.previousBalanceCents + bill.paymentsReceivedCents,
    paymentsReceivedCents: bill.paymentsReceivedCents,
    serviceChargesCents,
    activityChargesCents,
    taxesAndFeesCents,
    currentChargesCents,
    totalCents: bill.previousBalanceCents + currentChargesCents,
  };
}

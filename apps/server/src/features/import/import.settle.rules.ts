/** A bill with what payments of the file leave open of it. */
export interface SettledBill {
  readonly id: string;
  readonly issuedOn: string;
  readonly openCents: number;
}

/** A completed payment made in the portal, and what it is applied to now. */
export interface PortalPayment {
  readonly id: string;
  readonly occurredOn: string;
  readonly amountCents: number;
  readonly appliedTo: ReadonlyMap<string, number>;
}

/**
 * What payments made in the portal are applied to after an import, by payment and bill. What fits stays; what a
 * corrected bill or a payment of the file leaves no room for becomes free, and free money goes to the oldest open
 * bill first.
 */
export function settlePortalPayments(
  bills: readonly SettledBill[],
  payments: readonly PortalPayment[],
): Map<string, Map<string, number>> {
  const open = new Map(bills.map((bill) => [bill.id, Math.max(bill.openCents, 0)]));
  const inOrder = payments.toSorted((a, b) => (a.occurredOn < b.occurredOn ? -1 : 1));
  const settled = new Map(inOrder.map((payment) => [payment.id, new Map<string, number>()]));
  const apply = (paymentId: string, invoiceId: string, wishedCents: number): number => {
    const cents = Math.min(wishedCents, open.get(invoiceId) ?? 0);
    if (cents <= 0) return 0;
    open.set(invoiceId, (open.get(invoiceId) ?? 0) - cents);
    const applied = settled.get(paymentId);
    applied?.set(invoiceId, (applied.get(invoiceId) ?? 0) + cents);
    return cents;
  };
  const free = new Map(inOrder.map((payment) => [payment.id, payment.amountCents]));
  for (const { id, appliedTo } of inOrder)
    for (const [invoiceId, cents] of appliedTo)
      free.set(id, (free.get(id) ?? 0) - apply(id, invoiceId, cents));
  const oldestFirst = bills.toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1));
  for (const { id } of inOrder)
    for (const bill of oldestFirst) free.set(id, (free.get(id) ?? 0) - apply(id, bill.id, free.get(id) ?? 0));
  return settled;
}

import type { AccountId } from './import.accounts.ts';
import type { Desk, StandingBill } from './import.bills.ts';
import { occurredAt } from './import.days.ts';
import type { KnownAllocation } from './import.known.ts';
import type { StandingPayment } from './import.payments.ts';
import { settlePortalPayments } from './import.settle.rules.ts';

/** Cents by payment and bill: which money pays which bill. */
export type Applied = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What completed payments are applied to after the import: the file’s as it says, the portal’s as there is room. */
export function applyPayments(bills: readonly StandingBill[], payments: readonly StandingPayment[]): Applied {
  const ids = new Map(bills.map(({ number, id }) => [number, id]));
  const byBillId = (payment: StandingPayment) =>
    new Map(
      [...payment.appliedTo].flatMap(([number, cents]) =>
        ids.has(number) ? [[ids.get(number) ?? '', cents]] : [],
      ),
    );
  const completed = payments.filter(({ state }) => state === 'COMPLETED');
  const applied = new Map(
    completed.filter(({ isMadeHere }) => !isMadeHere).map((payment) => [payment.id, byBillId(payment)]),
  );
  const madeHere = completed.filter(({ isMadeHere }) => isMadeHere);
  if (madeHere.length === 0) return applied;
  const left = bills.map((bill) => ({
    ...bill,
    openCents: bill.amountCents - appliedToBill(bill.id, applied),
  }));
  const portal = madeHere.map((payment) => ({ ...payment, appliedTo: byBillId(payment) }));
  return new Map([...applied, ...settlePortalPayments(left, portal)]);
}

/** Cents of all payments that are applied to a bill. */
export function appliedToBill(invoiceId: string, applied: Applied): number {
  return [...applied.values()].reduce((sum, bills) => sum + (bills.get(invoiceId) ?? 0), 0);
}

const reverse = 'update payment_allocation set reversed_at = $3 where account_id = $1 and id = $2';

/** Takes back what does not hold any more and adds what holds anew. */
export function writeAllocations(
  account: AccountId,
  applied: Applied,
  {
    before,
    payments,
  }: { readonly before: readonly KnownAllocation[]; readonly payments: readonly StandingPayment[] },
  { writes, context }: Desk,
): void {
  const kept = new Set<string>();
  for (const { id, paymentId, invoiceId, amountCents } of before)
    if (applied.get(paymentId)?.get(invoiceId) === amountCents) kept.add(`${paymentId} ${invoiceId}`);
    else writes.first(reverse, [account.id, id, context.now]);
  const times = new Map(
    payments.flatMap(({ id, change, known }) =>
      change && !known ? [[id, occurredAt(change.now.occurredOn, context.timeZone)]] : [],
    ),
  );
  for (const [paymentId, bills] of applied)
    for (const [invoiceId, cents] of bills)
      if (!kept.has(`${paymentId} ${invoiceId}`))
        writes.insert('payment_allocation', {
          account_id: account.id,
          payment_id: paymentId,
          invoice_id: invoiceId,
          amount_cents: cents,
          allocated_at: times.get(paymentId) ?? context.now,
          reversed_at: null,
        });
}

/** What a payment that is new and already came back had paid: kept, and taken back at once. */
export function writeReversedAllocations(
  account: AccountId,
  bills: readonly StandingBill[],
  payments: readonly StandingPayment[],
  { writes, context }: Desk,
): void {
  const ids = new Map(bills.map(({ number, id }) => [number, id]));
  for (const { id, state, change, known, appliedTo } of payments) {
    if (!change || known || (state !== 'RETURNED' && state !== 'REFUNDED')) continue;
    const at = occurredAt(change.now.occurredOn, context.timeZone);
    for (const [number, cents] of appliedTo)
      writes.insert('payment_allocation', {
        account_id: account.id,
        payment_id: id,
        invoice_id: ids.get(number) ?? '',
        amount_cents: cents,
        allocated_at: at,
        reversed_at: at,
      });
  }
}

import { postOpening } from '../ledger/ledger.rules.ts';
import type { AccountId } from './import.accounts.ts';
import {
  type Applied,
  appliedToBill,
  applyPayments,
  writeAllocations,
  writeReversedAllocations,
} from './import.allocations.ts';
import {
  type BillFigures,
  type Desk,
  type StandingBill,
  standingBills,
  writeBill,
  writePostings,
} from './import.bills.ts';
import type { KnownHistory } from './import.history.ts';
import type { MethodLook } from './import.methods.ts';
import { type StandingPayment, standingPayments, writePayment } from './import.payments.ts';
import type { AccountUnit } from './import.unit.ts';

/** Writes the bills and payments of one account, what they post, and which money pays which bill. */
export async function writeBooks(
  unit: Pick<AccountUnit, 'invoices' | 'payments'>,
  account: AccountId,
  { known, methods }: { readonly known: KnownHistory; readonly methods: ReadonlyMap<string, MethodLook> },
  desk: Desk,
): Promise<void> {
  if (unit.invoices.length + unit.payments.length === 0) return;
  const bills = standingBills(unit.invoices, known);
  const payments = standingPayments(unit.payments, known, desk.context.timeZone);
  const applied = applyPayments(bills, payments);
  await writeOpening(bills, payments, account, desk);
  for (const [index, bill] of bills.entries()) {
    const figures = figuresOf(bill, bills[index - 1], { applied, payments });
    const { change } = bill;
    if (change) await writeBill({ ...bill, change }, account, figures, desk);
    else if (isPaidDifferently(bill, applied, known)) {
      const set = { open_cents: figures.openCents, paid_on: figures.paidOn };
      desk.writes.update('invoice', set, { account_id: account.id, id: bill.id });
    }
  }
  for (const payment of payments) {
    const { change } = payment;
    if (change) await writePayment({ ...payment, change }, account, methods, desk);
  }
  writeReversedAllocations(account, bills, payments, desk);
  writeAllocations(account, applied, { before: known.allocations, payments }, desk);
}

function figuresOf(
  bill: StandingBill,
  before: StandingBill | undefined,
  { applied, payments }: { readonly applied: Applied; readonly payments: readonly StandingPayment[] },
): BillFigures {
  const openCents = bill.amountCents - appliedToBill(bill.id, applied);
  const owedBefore = before ? before.previousBalanceCents + before.amountCents : bill.previousBalanceCents;
  return {
    // What came in since the bill before: the rest of what was owed then is the previous balance.
    receivedCents: Math.max(owedBefore - bill.previousBalanceCents, 0),
    openCents,
    paidOn: openCents > 0 ? null : (bill.change?.now.paidOn ?? lastPaidOn(bill.id, applied, payments)),
  };
}

function lastPaidOn(
  invoiceId: string,
  applied: Applied,
  payments: readonly StandingPayment[],
): string | null {
  const days = payments
    .filter(({ id }) => applied.get(id)?.has(invoiceId))
    .map(({ occurredOn }) => occurredOn);
  return days.sort().at(-1) ?? null;
}

function isPaidDifferently(bill: StandingBill, applied: Applied, known: KnownHistory): boolean {
  const before = known.allocations
    .filter(({ invoiceId }) => invoiceId === bill.id)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return before !== appliedToBill(bill.id, applied);
}

/** What was owed before the first bill, as that bill says; posted once, and corrected by the difference. */
async function writeOpening(
  bills: readonly StandingBill[],
  payments: readonly StandingPayment[],
  account: AccountId,
  desk: Desk,
): Promise<void> {
  const [first] = bills;
  if (!first) return;
  const early = payments.filter(({ occurredOn }) => occurredOn < first.issuedOn);
  if (!first.change && early.every(({ change }) => !change)) return;
  const creditedCents = early
    .filter(({ state }) => state === 'COMPLETED')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const openingCents = first.previousBalanceCents + creditedCents;
  const posted = account.isNew ? { count: 0, cents: 0 } : await desk.known.opening(account.id);
  const postings = postOpening(posted.count + 1, first.issuedOn, openingCents - posted.cents);
  writePostings(account.id, postings, desk);
}

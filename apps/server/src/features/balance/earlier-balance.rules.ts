import { type InvoiceKind, isAdjustment } from '@myaccount/contract/invoices';
import { sumCents } from '@myaccount/contract/money';
import type { PaymentState } from '@myaccount/contract/payment-states';
import { sumWorth } from './worth.rules.ts';

interface IssuedBill {
  readonly number: string;
  readonly kind: InvoiceKind;
  readonly reversedOn: string | null;
  readonly issuedOn: string;
  readonly amountCents: number;
  readonly previousBalanceCents: number;
}

interface EarlierPayment {
  readonly state: PaymentState;
  readonly occurredOn: string;
  readonly amountCents: number;
  readonly isMadeHere: boolean;
  readonly refundedCents: number;
  /** What was given back of it; null for the day while that is not known to be done. */
  readonly refunds: readonly { readonly amountCents: number; readonly occurredOn: string | null }[];
}

/** With more possible balances than this, any is possible. */
const maximumBalances = 2_000;

/** How the balance changes on a day: at the issue of a bill or an adjustment, or when it is reversed. */
interface BalanceChange {
  readonly day: string;
  readonly amountCents: number;
  readonly isOfAdjustment: boolean;
}

/** Returns how a bill or an adjustment changes the balance: at its issue, and then when it is reversed. */
export function balanceChangesOf({
  kind,
  issuedOn,
  reversedOn,
  amountCents,
}: Pick<IssuedBill, 'kind' | 'issuedOn' | 'reversedOn' | 'amountCents'>): BalanceChange[] {
  const isOfAdjustment = isAdjustment(kind);
  const issue = { day: issuedOn, amountCents, isOfAdjustment };
  return reversedOn === null
    ? [issue]
    : [issue, { day: reversedOn, amountCents: 0 - amountCents, isOfAdjustment }];
}

/**
 * Returns the balances that an account can have had when a bill was issued, by all that was issued and paid before it; null
 * for the first bill, which says itself what was owed before.
 *
 * Days do not say whether something else of the same day came before the bill, a returned payment does not say when it came
 * back, and the provider may not have known yet of one made here: with each of these both balances are possible.
 */
export function balancesBefore(
  bill: IssuedBill,
  issued: readonly IssuedBill[],
  payments: readonly EarlierPayment[],
): ReadonlySet<number> | 'any' | null {
  const [first] = issued
    .filter(({ kind, issuedOn }) => issuedOn < bill.issuedOn && !isAdjustment(kind))
    .toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1));
  if (!first) return null;
  const changes = issued
    .filter(({ issuedOn, number }) => issuedOn <= bill.issuedOn && number !== bill.number)
    .flatMap(balanceChangesOf)
    .filter(({ day }) => day >= first.issuedOn && day <= bill.issuedOn);
  const isOnEdge = ({ day, isOfAdjustment }: BalanceChange) =>
    day === bill.issuedOn || (day === first.issuedOn && isOfAdjustment);
  const possible = changes.filter(isOnEdge).map(({ amountCents }) => amountCents);
  let certainCents = first.previousBalanceCents + sumCents(changes.filter((change) => !isOnEdge(change)));
  for (const { state, occurredOn, amountCents, isMadeHere, refunds } of payments) {
    if (occurredOn < first.issuedOn || occurredOn > bill.issuedOn) continue;
    const isEdge = occurredOn === bill.issuedOn || occurredOn === first.issuedOn;
    const isReversed = state === 'RETURNED' || state === 'REFUNDED';
    if (isReversed || (state === 'COMPLETED' && (isMadeHere || isEdge))) possible.push(-amountCents);
    else if (state === 'COMPLETED') certainCents -= amountCents;
    const given = refunds.filter((refund) => (refund.occurredOn ?? bill.issuedOn) <= bill.issuedOn);
    possible.push(...given.map((refund) => refund.amountCents));
  }
  return sumsWith(certainCents, possible);
}

/**
 * Returns what was received between a bill and the bill before: what was owed then, with what adjustments and reversals
 * changed, less what is owed now. Of what lies on the day of either bill, the payments that are known decide.
 */
export function receivedBefore(
  bill: IssuedBill,
  issued: readonly IssuedBill[],
  payments: readonly EarlierPayment[],
): number {
  const before = issued.slice(
    0,
    issued.findIndex(({ number }) => number === bill.number),
  );
  const last = before.findLast(({ kind }) => !isAdjustment(kind));
  if (!last) return 0;
  const changes = issued
    .filter(
      ({ number, kind, reversedOn }) => number !== bill.number && (reversedOn !== null || isAdjustment(kind)),
    )
    .flatMap((other) => balanceChangesOf(other).slice(isAdjustment(other.kind) ? 0 : 1))
    .filter(({ day }) => day >= last.issuedOn && day <= bill.issuedOn);
  const isOnEdge = ({ day }: { day: string }) => day === last.issuedOn || day === bill.issuedOn;
  const certain = sumCents(changes.filter((change) => !isOnEdge(change)));
  const expected = last.previousBalanceCents + last.amountCents + certain - bill.previousBalanceCents;
  const edges = changes.filter(isOnEdge);
  const least = expected + sumCents(edges.filter(({ amountCents }) => amountCents < 0));
  const most = expected + sumCents(edges.filter(({ amountCents }) => amountCents > 0));
  const paid = payments.filter(
    ({ occurredOn }) => occurredOn >= last.issuedOn && occurredOn <= bill.issuedOn,
  );
  return Math.max(0, least, Math.min(most, sumWorth(paid)));
}

/** Every sum of the base and some of the amounts. */
function sumsWith(base: number, amounts: readonly number[]): ReadonlySet<number> | 'any' {
  let sums = new Set([base]);
  for (const amount of amounts) {
    sums = new Set([...sums, ...[...sums].map((sum) => sum + amount)]);
    if (sums.size > maximumBalances) return 'any';
  }
  return sums;
}

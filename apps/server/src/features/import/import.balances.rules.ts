import type { HistoryBill, HistoryPayment } from './import.account-history.rules.ts';

/** With more possible balances than this, the one in the file is accepted. */
const maximumBalances = 2_000;

/**
 * The balances that an account can have had when a bill was issued, by the bills and payments before it; null where
 * it is the first bill, which says itself what was owed before.
 *
 * Days do not say whether a payment of the same day came before the bill, a returned one does not say when it came
 * back, and the provider may not have known yet of one made here: with each of these both balances are possible.
 */
export function balancesBefore(
  bill: HistoryBill,
  bills: readonly HistoryBill[],
  payments: readonly HistoryPayment[],
): ReadonlySet<number> | 'any' | null {
  const others = bills.filter((other) => other.number !== bill.number && other.issuedOn <= bill.issuedOn);
  const earlier = others.filter((other) => other.issuedOn < bill.issuedOn);
  const [first] = earlier.toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1));
  if (!first) return null;
  const certain: number[] = [first.previousBalanceCents, ...earlier.map(({ amountCents }) => amountCents)];
  const possible = others
    .filter((other) => other.issuedOn === bill.issuedOn)
    .map((other) => other.amountCents);
  for (const payment of payments) {
    if (payment.occurredOn < first.issuedOn || payment.occurredOn > bill.issuedOn) continue;
    const credited = creditOf(payment);
    const isOnEdge = payment.occurredOn === bill.issuedOn || payment.occurredOn === first.issuedOn;
    if (credited === 'maybe' || (credited === 'yes' && isOnEdge)) possible.push(-payment.amountCents);
    else if (credited === 'yes') certain.push(-payment.amountCents);
  }
  return sumsWith(
    certain.reduce((sum, cents) => sum + cents, 0),
    possible,
  );
}

function creditOf(payment: HistoryPayment): 'yes' | 'maybe' | 'no' {
  if (payment.state === 'RETURNED' || payment.state === 'REFUNDED') return 'maybe';
  if (payment.state !== 'COMPLETED') return 'no';
  return payment.isMadeHere ? 'maybe' : 'yes';
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

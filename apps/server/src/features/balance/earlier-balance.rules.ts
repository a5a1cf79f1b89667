import { sumCents } from '@myaccount/contract/money';
import type { PaymentState } from '@myaccount/contract/payment-states';

interface IssuedBill {
  readonly number: string;
  readonly issuedOn: string;
  readonly amountCents: number;
  readonly previousBalanceCents: number;
}

interface EarlierPayment {
  readonly state: PaymentState;
  readonly occurredOn: string;
  readonly amountCents: number;
  readonly isMadeHere: boolean;
}

/** With more possible balances than this, any is possible. */
const maximumBalances = 2_000;

/**
 * Returns the balances that an account can have had when a bill was issued, by the bills and payments before it; null
 * for the first bill, which says itself what was owed before.
 *
 * Days do not say whether a payment of the same day came before the bill, a returned one does not say when it came
 * back, and the provider may not have known yet of one made here: with each of these both balances are possible.
 */
export function balancesBefore(
  bill: IssuedBill,
  bills: readonly IssuedBill[],
  payments: readonly EarlierPayment[],
): ReadonlySet<number> | 'any' | null {
  const earlier = bills.filter(({ issuedOn }) => issuedOn < bill.issuedOn);
  const [first] = earlier.toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1));
  if (!first) return null;
  let certainCents = first.previousBalanceCents + sumCents(earlier);
  const possible = bills
    .filter(({ issuedOn, number }) => issuedOn === bill.issuedOn && number !== bill.number)
    .map(({ amountCents }) => amountCents);
  for (const { state, occurredOn, amountCents, isMadeHere } of payments) {
    if (occurredOn < first.issuedOn || occurredOn > bill.issuedOn) continue;
    const isOnEdge = occurredOn === bill.issuedOn || occurredOn === first.issuedOn;
    const isReversed = state === 'RETURNED' || state === 'REFUNDED';
    if (isReversed || (state === 'COMPLETED' && (isMadeHere || isOnEdge))) possible.push(-amountCents);
    else if (state === 'COMPLETED') certainCents -= amountCents;
  }
  return sumsWith(certainCents, possible);
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

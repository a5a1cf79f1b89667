import type { BillingRefresh } from '@myaccount/contract/home';
import { centsFromDollars } from '@myaccount/contract/money';

type Amounts = Pick<
  BillingRefresh,
  'balance' | 'amountDue' | 'dueDate' | 'pastDue' | 'planned' | 'inFlight' | 'nextCharge'
> & { readonly hasBill: boolean };

/** What stands in the large figure of the dashboard, and why. */
export type NextPaymentKind =
  | 'noBill'
  | 'credit'
  | 'nothingDue'
  | 'onItsWay'
  | 'planned'
  | 'autopay'
  | 'pastDue'
  | 'due';

export interface NextPayment {
  readonly kind: NextPaymentKind;
  /** The large figure: what is owed, or the credit, or what is on its way. */
  readonly amountCents: number;
  /** The part of it whose due day has passed and which nothing covers yet. */
  readonly pastDueCents: number;
  readonly dueDay: string | null;
  /** What will happen besides, told under the sentence. */
  readonly notes: readonly ('onItsWay' | 'planned' | 'autopay')[];
}

/** Wire dollars as cents; the server never sends more than two decimals. */
function cents(dollars: number): number {
  return centsFromDollars(dollars) ?? 0;
}

function kindOf(amounts: Amounts, pastDueCents: number): NextPaymentKind {
  if (cents(amounts.amountDue) > 0) {
    if (pastDueCents > 0) return 'pastDue';
    return amounts.nextCharge ? 'autopay' : 'due';
  }
  if (cents(amounts.balance) < 0) return 'credit';
  if (cents(amounts.inFlight) > 0) return 'onItsWay';
  if (cents(amounts.planned) > 0) return 'planned';
  return amounts.hasBill ? 'nothingDue' : 'noBill';
}

function figureOf(kind: NextPaymentKind, amounts: Amounts): number {
  if (kind === 'credit') return -cents(amounts.balance);
  if (kind === 'onItsWay') return cents(amounts.inFlight);
  if (kind === 'planned') return cents(amounts.planned);
  return cents(amounts.amountDue);
}

/**
 * What the customer pays next. Money on its way and planned payments are already off `amountDue`; they also
 * cover what is past due first, so nobody who has paid reads of being late.
 */
export function nextPaymentOf(amounts: Amounts): NextPayment {
  const coveredCents = cents(amounts.inFlight) + cents(amounts.planned);
  const pastDueCents = Math.max(0, cents(amounts.pastDue) - coveredCents);
  const kind = kindOf(amounts, pastDueCents);
  const notes: NextPayment['notes'][number][] = [];
  if (cents(amounts.inFlight) > 0 && kind !== 'onItsWay') notes.push('onItsWay');
  if (cents(amounts.planned) > 0 && kind !== 'planned') notes.push('planned');
  if (amounts.nextCharge && kind !== 'autopay') notes.push('autopay');
  const owes = kind === 'due' || kind === 'autopay' || kind === 'pastDue';
  return {
    kind,
    amountCents: figureOf(kind, amounts),
    pastDueCents,
    dueDay: owes ? amounts.dueDate : null,
    notes,
  };
}

import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '../../ui/Money.tsx';

type Amounts = Pick<
  BillingRefresh,
  'balance' | 'amountDue' | 'dueDate' | 'pastDue' | 'planned' | 'inFlight' | 'nextCharge'
> & { readonly hasBill: boolean /** Today, `YYYY-MM-DD`. */; readonly today: string };

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
  /** Whether there is something to pay now. */
  readonly isOwed: boolean;
  readonly dueDay: string | null;
  /** What will happen besides, told under the sentence. */
  readonly notes: readonly ('onItsWay' | 'planned' | 'autopay')[];
}

/** Whether autopay has a charge ahead; one whose day has passed is no promise any more. */
function hasChargeAhead({ nextCharge, today }: Amounts): boolean {
  return nextCharge !== null && nextCharge.date >= today;
}

function kindOf(amounts: Amounts, pastDueCents: number): NextPaymentKind {
  if (centsOf(amounts.amountDue) > 0) {
    if (pastDueCents > 0) return 'pastDue';
    return hasChargeAhead(amounts) ? 'autopay' : 'due';
  }
  if (centsOf(amounts.balance) < 0) return 'credit';
  if (centsOf(amounts.inFlight) > 0) return 'onItsWay';
  if (centsOf(amounts.planned) > 0) return 'planned';
  return amounts.hasBill ? 'nothingDue' : 'noBill';
}

function figureOf(kind: NextPaymentKind, amounts: Amounts): number {
  if (kind === 'credit') return -centsOf(amounts.balance);
  if (kind === 'onItsWay') return centsOf(amounts.inFlight);
  if (kind === 'planned') return centsOf(amounts.planned);
  return centsOf(amounts.amountDue);
}

/**
 * What the customer pays next. Money on its way and planned payments are already off `amountDue`; they also
 * cover what is past due first, so nobody who has paid reads of being late.
 */
export function nextPaymentOf(amounts: Amounts): NextPayment {
  const coveredCents = centsOf(amounts.inFlight) + centsOf(amounts.planned);
  const pastDueCents = Math.max(0, centsOf(amounts.pastDue) - coveredCents);
  const kind = kindOf(amounts, pastDueCents);
  const notes: NextPayment['notes'][number][] = [];
  if (centsOf(amounts.inFlight) > 0 && kind !== 'onItsWay') notes.push('onItsWay');
  if (centsOf(amounts.planned) > 0 && kind !== 'planned') notes.push('planned');
  if (hasChargeAhead(amounts) && kind !== 'autopay') notes.push('autopay');
  const isOwed = kind === 'due' || kind === 'autopay' || kind === 'pastDue';
  return {
    kind,
    amountCents: figureOf(kind, amounts),
    pastDueCents,
    isOwed,
    dueDay: isOwed ? amounts.dueDate : null,
    notes,
  };
}

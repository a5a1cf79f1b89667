import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '../../ui/Money.tsx';

type BalanceFields = Pick<
  BillingRefresh,
  'amountDue' | 'pastDue' | 'planned' | 'inFlight' | 'nextCharge' | 'autopay' | 'credit'
> & { readonly billSummary: Pick<BillingRefresh['billSummary'], 'latestInvoiceId'> };

/** What the large figure is, and why. */
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
  /** The large figure: the amount due, the credit, or what is on its way or planned. */
  readonly amountCents: number;
  /** True when there is something to pay now. */
  readonly isOwed: boolean;
  /** What else will happen, shown beneath the sentence. */
  readonly notes: readonly ('onItsWay' | 'planned' | 'autopay')[];
}

/** A charge that failed is the customer's turn, although autopay will try again: its notice says when. */
function isCollected({ nextCharge, autopay }: BalanceFields): boolean {
  return nextCharge !== null && !autopay?.problem;
}

function kindOf(fields: BalanceFields): NextPaymentKind {
  if (fields.amountDue > 0) {
    if (fields.pastDue > 0) return 'pastDue';
    return isCollected(fields) ? 'autopay' : 'due';
  }
  if (fields.credit > 0) return 'credit';
  if (fields.inFlight > 0) return 'onItsWay';
  if (fields.planned > 0) return 'planned';
  return fields.billSummary.latestInvoiceId === null ? 'noBill' : 'nothingDue';
}

const figures: Readonly<Record<NextPaymentKind, 'amountDue' | 'credit' | 'inFlight' | 'planned'>> = {
  noBill: 'amountDue',
  nothingDue: 'amountDue',
  autopay: 'amountDue',
  pastDue: 'amountDue',
  due: 'amountDue',
  credit: 'credit',
  onItsWay: 'inFlight',
  planned: 'planned',
};

/** Returns what the customer pays next. Every amount is the server's; this only selects which one is shown. */
export function nextPaymentOf(fields: BalanceFields): NextPayment {
  const kind = kindOf(fields);
  const notes: NextPayment['notes'][number][] = [];
  if (fields.inFlight > 0 && kind !== 'onItsWay') notes.push('onItsWay');
  if (fields.planned > 0 && kind !== 'planned') notes.push('planned');
  if (isCollected(fields) && kind !== 'autopay') notes.push('autopay');
  return { kind, amountCents: centsOf(fields[figures[kind]]), isOwed: fields.amountDue > 0, notes };
}

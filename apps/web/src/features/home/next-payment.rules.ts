import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '../../ui/Money.tsx';
import { needsItemList, stateOfItem } from '../balance/open-items.rules.ts';

type BalanceFields = Pick<
  BillingRefresh,
  'amountDue' | 'dueDate' | 'pastDue' | 'planned' | 'inFlight' | 'nextCharge' | 'openItems' | 'credit'
> & { readonly hasBill: boolean };

/** What the large figure of the dashboard is, and why. */
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
  /** Due date of the whole figure; null when its parts have due dates of their own. */
  readonly dueDay: string | null;
  /** True when the open items are listed beneath the figure, each with its own due date. */
  readonly isItemListShown: boolean;
  /** What else will happen, shown beneath the sentence. */
  readonly notes: readonly ('onItsWay' | 'planned' | 'autopay')[];
}

function kindOf(fields: BalanceFields): NextPaymentKind {
  if (fields.amountDue > 0) {
    if (fields.pastDue > 0) return 'pastDue';
    return fields.nextCharge ? 'autopay' : 'due';
  }
  if (fields.credit > 0) return 'credit';
  if (fields.inFlight > 0) return 'onItsWay';
  if (fields.planned > 0) return 'planned';
  return fields.hasBill ? 'nothingDue' : 'noBill';
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
  if (fields.nextCharge && kind !== 'autopay') notes.push('autopay');
  const isOwed = fields.amountDue > 0;
  const uncovered = fields.openItems.filter((item) => stateOfItem(item) !== 'onItsWay');
  return {
    kind,
    amountCents: centsOf(fields[figures[kind]]),
    isOwed,
    dueDay: isOwed && uncovered.length <= 1 ? fields.dueDate : null,
    isItemListShown: needsItemList(fields.openItems),
    notes,
  };
}

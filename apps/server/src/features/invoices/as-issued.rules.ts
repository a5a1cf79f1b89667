import type { Address } from '@myaccount/contract/accounts';
import { type InvoiceKind, isAdjustment } from '@myaccount/contract/invoices';
import type { Language } from '@myaccount/contract/languages';
import { addresseeOf, serviceAddressOf } from '../accounts/addressee.rules.ts';
import { oldestFirst } from '../balance/allocation.rules.ts';

/** What a bill's document says of its addressee and of the bills before it, as it was issued. */
export interface AsIssued {
  readonly language: Language;
  readonly holderName: string;
  readonly businessName: string | null;
  /** Lines as on an envelope. */
  readonly billingAddress: readonly string[];
  readonly serviceAddress: readonly string[];
  /** The part of the previous balance whose due date had passed. */
  readonly pastDueCents: number;
  /** The oldest due date of that part; null when nothing was past due. */
  readonly pastDueSince: string | null;
  /** Own charges of the bills before, oldest first, by month `YYYY-MM`. */
  readonly earlierBills: readonly { readonly month: string; readonly amountCents: number }[];
}

/** Who a bill is issued to. */
export interface BillTo {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly businessName: string | null;
  readonly language: Language;
  readonly addresses: readonly Address[];
}

/** A bill or an adjustment of the same account, issued before. */
export interface EarlierBill {
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly amountCents: number;
}

interface IssuedBill {
  readonly issuedOn: string;
  readonly previousBalanceCents: number;
}

/** Earlier bills that the chart of a bill draws beside its own. */
const drawnEarlierBills = 11;

/** What a bill keeps from the day it is issued; `earlier` holds what held before it, oldest first. */
export function asIssuedOf(billTo: BillTo, bill: IssuedBill, earlier: readonly EarlierBill[]): AsIssued {
  const { holderName, businessName, billingAddress } = addresseeOf(billTo);
  return {
    language: billTo.language,
    holderName,
    businessName,
    billingAddress,
    serviceAddress: serviceAddressOf(billTo),
    ...pastDueAtIssue(bill, earlier),
    earlierBills: earlier
      .filter(({ kind }) => !isAdjustment(kind))
      .slice(-drawnEarlierBills)
      .map(({ issuedOn, amountCents }) => ({ month: issuedOn.slice(0, 7), amountCents })),
  };
}

/**
 * The part of a bill's previous balance whose due date had passed when the bill was issued, and since when. Credit pays the
 * oldest debt first: so the previous balance lies on the bills with the latest due dates, and the rest is the opening
 * debt, which was due on the first bill's issue date.
 */
export function pastDueAtIssue(
  { issuedOn, previousBalanceCents }: IssuedBill,
  earlier: readonly EarlierBill[],
): Pick<AsIssued, 'pastDueCents' | 'pastDueSince'> {
  let leftCents = Math.max(0, previousBalanceCents);
  let pastDueCents = 0;
  let pastDueSince: string | null = null;
  const count = (dueOn: string, openCents: number) => {
    leftCents -= openCents;
    if (openCents === 0 || dueOn >= issuedOn) return;
    pastDueCents += openCents;
    if (pastDueSince === null || dueOn < pastDueSince) pastDueSince = dueOn;
  };
  for (const { dueOn, amountCents } of oldestFirst(earlier).reverse())
    count(dueOn, Math.min(leftCents, Math.max(0, amountCents)));
  const first = earlier.find(({ kind }) => !isAdjustment(kind));
  if (first) count(first.issuedOn, leftCents);
  return { pastDueCents, pastDueSince };
}

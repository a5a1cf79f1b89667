import type { GiftCardEntry } from '@myaccount/contract/gift-card-window';

/** Data of the mail about a new bill. No number in it has more than four digits (MAIL-1). */
export interface BillMailPayload {
  readonly invoiceId: string;
  /** Last four digits of the account number. */
  readonly accountEnding: string;
  /** What is left to pay of this bill after credit. */
  readonly openCents: number;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** Owed in all when the bill was issued; below 0 it was credit. */
  readonly totalCents: number;
  /** The part of it that was past due when the bill was issued. */
  readonly pastDueCents: number;
  readonly hasAutopay: boolean;
  /** Null where nothing is known of one; a mail of the release before has none. */
  readonly giftCard?: GiftCardEntry | null;
}

/** The newest live bill of an account, which an import adds. */
export interface NewestBill {
  readonly dueOn: string;
  readonly previousBalanceCents: number;
  /** The account has no other bill. */
  readonly isOnly: boolean;
  /** The same import adds the account. */
  readonly isAccountNew: boolean;
}

/**
 * Returns whether a new bill is announced to its customer: it can still be paid on time. Bills that come along with their account
 * are history that another system told of, unless it is the first bill that the customer ever got.
 */
export function isNews(
  { dueOn, previousBalanceCents, isOnly, isAccountNew }: NewestBill,
  today: string,
): boolean {
  const isFirstEver = isOnly && previousBalanceCents === 0;
  return dueOn >= today && (!isAccountNew || isFirstEver);
}

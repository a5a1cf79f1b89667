import type { Address } from '@myaccount/contract/accounts';
import type { ImportRecord, ImportType } from '@myaccount/contract/import';
import type { PaymentState } from '@myaccount/contract/payment-states';

/** What an import remembers of a record, by its name: `invoice INV-7`. */
export type LastContents = ReadonlyMap<string, Partial<ImportRecord<ImportType>>>;

/** What is known here of an account that was read. */
export interface KnownHere {
  readonly last: LastContents;
  /** What customers may change here, as it is now; null for an account that is new. */
  readonly contact: Contact | null;
  /** Payments made here, by id. */
  readonly payments: ReadonlyMap<string, { readonly state: PaymentState; readonly amountCents: number }>;
  /** What was owed there before the first record, by the last reading; null without one. */
  readonly openingCents: number | null;
  /** What the account's plan costs a month; null if it is not known. */
  readonly planPriceCents: number | null;
}

/** The fields that customers may change here as well as billing there. */
export interface Contact {
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly billType: string;
  readonly addresses: readonly Address[];
}

import type { ImportRecord, ImportType } from '@myaccount/contract/import';
import type { ServiceState } from '../../platform/http/health.ts';
import type { Unavailable } from '../service-http.ts';

type Of<T extends ImportType> = { readonly type: T } & ImportRecord<T>;

/** The records of an account in the format of an import, without what a billing system doesn't have. */
export type CustomerRecord = Omit<Of<'customer'>, 'dateOfBirth' | 'pin' | 'language'> &
  Partial<Pick<ImportRecord<'customer'>, 'language'>>;
/** An account without a service has no plan. */
export type AccountRecord = Omit<
  Of<'account'>,
  'achEnabled' | 'notificationPreference' | 'discounts' | 'pin' | 'autopay' | 'planId' | 'monthlyPrice'
> &
  Partial<Pick<ImportRecord<'account'>, 'planId' | 'monthlyPrice'>>;
/** A bill or an adjustment, without what was owed before it. */
export type InvoiceRecord = Omit<Of<'invoice'>, 'previousBalance' | 'paidOn'>;
/** The day of its instant; one that was made here has our id. */
export type PaymentRecord = Omit<Of<'payment'>, 'methodExternalId'>;

/** Why a record of the billing system cannot be taken. */
export interface RecordRefusal {
  /** `invoice INV-7`, or the id where the number cannot be read. */
  readonly record: string;
  /** As the billing system calls it. */
  readonly field: string;
  readonly reason: string;
}

/** Everything that the billing system says of an account. */
export interface BilledAccount {
  readonly customer: CustomerRecord;
  readonly account: AccountRecord;
  /** What the account owes there, in cents; below 0 it has credit. */
  readonly balanceCents: number;
  /** Its automatic payment is on there, so that it is never charged automatically here. */
  readonly isChargedThere: boolean;
  /** Without what was refused. */
  readonly invoices: readonly InvoiceRecord[];
  readonly payments: readonly PaymentRecord[];
  readonly refusals: readonly RecordRefusal[];
  /** Products of which no charge type is known: their charges are one-time. */
  readonly unknownProducts: readonly string[];
}

/** What came of a call, with the number of calls that it took. */
export type BillingAnswer<T> = (T | (Unavailable & { readonly retryAfterSeconds: number | null })) & {
  readonly calls: number;
};

export type AccountAnswer = BillingAnswer<
  | { readonly outcome: 'read'; readonly billed: BilledAccount }
  /** The account itself cannot be read. */
  | { readonly outcome: 'refused'; readonly refusals: readonly RecordRefusal[] }
  /** There is no such account there. */
  | { readonly outcome: 'absent' }
>;

/** The lists in which new records are found. */
export const billingLists = ['accounts', 'invoices', 'adjustments', 'payments'] as const;
export type BillingList = (typeof billingLists)[number];

/** Records of a list in order of id, each with its account; the last id is where the next page begins. */
export type NewRecords = BillingAnswer<{
  readonly outcome: 'listed';
  readonly accountNumbers: readonly string[];
  readonly lastId: string | null;
  readonly isLast: boolean;
}>;

/** The system that bills the provider's customers. No call throws, and none changes anything there. */
export interface BillingSystem {
  readAccount(accountNumber: string): Promise<AccountAnswer>;
  /** Lists what has a greater id, at most a page; `null` begins with the first. */
  listAfter(list: BillingList, id: string | null): Promise<NewRecords>;
  /** Finds the greatest id of a list, with no accounts; null while it is empty. */
  findLast(list: BillingList): Promise<NewRecords>;
  /** Whether a notification carries the shared key, the current one or the one before. Compares in constant time. */
  isSigned(headers: Readonly<Record<string, string | string[] | undefined>>): boolean;
  /** Returns the number of the account that a notification is about; undefined if it cannot be read. */
  readNotification(body: unknown): string | undefined;
  state(): ServiceState;
}

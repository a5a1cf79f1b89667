import type { ImportLine } from '@myaccount/contract/import';
import type { ServiceState } from '../../platform/http/health.ts';
import type { Unavailable } from '../service-http.ts';

/** A record of the billing system in the format of an import; what the system doesn't have is absent. */
export type BillingRecord = { [T in ImportLine['type']]: { type: T } & Partial<Extract<ImportLine, { type: T }>> }[
  | 'customer'
  | 'account'
  | 'invoice'
  | 'payment'];

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
  readonly accountNumber: string;
  readonly customerNumber: string;
  /** What the account owes there, in cents; below 0 it has credit. */
  readonly balanceCents: number;
  /** Its automatic payment is on there, so that it is never charged automatically here. */
  readonly isChargedThere: boolean;
  /** The holder's address for a new sign-in; null for none. */
  readonly emailAddress: string | null;
  /** Without what was refused. A bill has no previous balance; a payment has the day of its instant. */
  readonly records: readonly BillingRecord[];
  readonly refusals: readonly RecordRefusal[];
  /** Products of which no charge type is known: their charges are one-time. */
  readonly unknownProducts: readonly string[];
}

/** What came of a call, with the number of calls that it took. */
export type BillingAnswer<T> = (T | (Unavailable & { readonly retryAfterSeconds: number | null })) & {
  readonly calls: number;
};

export type AccountAnswer = BillingAnswer<
  | { readonly outcome: 'read'; readonly account: BilledAccount }
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

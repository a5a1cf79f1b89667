import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sandbox-database.ts';
import { type Condition, openTable, rowNumber, text, wholeOrNull } from '../table.ts';
import type { accountStatuses, paymentStatuses, productNames, purposes } from './gotransverse-names.ts';

/** Thrown for what can't be read or done. The message says why. */
export class RefusalError extends Error {}

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type OptionalTexts<Name extends string> = Readonly<Partial<Record<Name, string | null>>>;

export type AccountBody = Texts<'accountNumber' | 'customerId' | 'accountType' | 'billType' | 'planId'> &
  OptionalTexts<'businessName' | 'monthlyPrice' | 'serviceSince' | 'pendingCharges'> & {
    readonly accountStatus: keyof typeof accountStatuses;
    readonly cycleDay: number;
    readonly addresses?: readonly Address[] | null;
    /** Whether the billing system charges by itself. No import file says so. */
    readonly autoPayment?: boolean;
    /** What was owed before the first bill, and the day of that. */
    readonly openingCents?: number;
    readonly openingOn?: string;
  };
export type Address = Texts<'streetName' | 'city' | 'state' | 'country' | 'postCode'> &
  OptionalTexts<'streetNrFirst' | 'streetNrLast'> & { readonly addressType: keyof typeof purposes };
export type Method = Texts<'methodType' | 'cardType'> & OptionalTexts<'nickname' | 'lastFour'>;
type Charge = Texts<'description' | 'amount'> & { readonly type: keyof typeof productNames };
export type Bill = Texts<'invoiceNumber' | 'accountNumber' | 'issuedOn'> &
  OptionalTexts<'kind' | 'reason' | 'forInvoice' | 'dueOn' | 'periodStart' | 'periodEnd'> &
  OptionalTexts<'previousBalance' | 'reversedOn' | 'replacedBy'> & {
    readonly items: readonly (Texts<'description'> & { readonly charges: readonly Charge[] })[];
  };
/** `reference` is the portal's id of a payment that was made there. */
export type Payment = Texts<'externalId' | 'accountNumber' | 'occurredOn' | 'amount'> &
  OptionalTexts<'methodExternalId' | 'reference'> & {
    readonly status: keyof typeof paymentStatuses;
    readonly recurring?: boolean | null;
    readonly method?: Method | null;
    readonly appliedTo?: readonly Texts<'invoiceNumber' | 'amount'>[] | null;
  };
/** What is stored of each kind, in the words of the import file. An adjustment is a credit or a debit. */
interface Bodies {
  plan: Texts<'name' | 'monthlyPrice'>;
  customer: Texts<'firstName' | 'lastName'> & OptionalTexts<'emailAddress' | 'phoneNumber' | 'language'>;
  account: AccountBody;
  paymentMethod: Method;
  invoice: Bill;
  adjustment: Bill;
  payment: Payment;
}
export type Kind = keyof Bodies;

/** `account` is the id of the account that a record belongs to. Ids grow with time. */
const columns = { id: rowNumber, kind: text<Kind>(), key: text(), account: wholeOrNull, body: text() };
export interface Stored<Of extends Kind> {
  readonly id: number;
  readonly kind: Of;
  readonly key: string;
  readonly account: number | null;
  readonly body: Bodies[Of];
}
/** What the API answers. */
export type Listed = Stored<'account'> | Stored<'invoice'> | Stored<'adjustment'> | Stored<'payment'>;
export type BillingStore = ReturnType<typeof openBilling>;

/** Everything that the billing system knows: one table of records by kind. */
export function openBilling(database: DatabaseSync) {
  const records = openTable(database, 'billing_record', columns, [
    ['key', 'kind'],
    ['kind'],
    ['account', 'kind'],
  ]);
  const select = <Found>(condition: Condition, limit: number, offset?: number) =>
    records.select(condition, limit, offset).map((row) => ({ ...row, body: JSON.parse(row.body) }) as Found);
  const find = <Of extends Kind>(kind: Of, key: string): Stored<Of> | undefined =>
    select<Stored<Of>>({ sql: 'kind = ? and key = ?', values: [kind, key] }, 1)[0];
  return {
    records,
    select,
    find,
    findById: (id: number): Listed | undefined => select<Listed>({ sql: 'id = ?', values: [id] }, 1)[0],
    /** Returns a bill or an adjustment. */
    findBill: (number: string) => find('invoice', number) ?? find('adjustment', number),
    /** Returns the records of an account, the oldest first. */
    listOf: <Of extends Kind>(kind: Of, account: number) =>
      select<Stored<Of>>({ sql: 'kind = ? and account = ?', values: [kind, account] }, -1),
    /** Stores a record in place of the one with its kind and key. Returns its id. */
    save<Of extends Kind>(kind: Of, key: string, body: Bodies[Of], account: number | null = null): number {
      const row = { kind, key, account, body: JSON.stringify(body) };
      const id = records.find({ kind, key })?.id;
      if (id !== undefined) records.update({ id }, row);
      return id ?? records.insert(row);
    },
    /** Changes fields of a record. Returns its key. */
    change<Of extends Kind>({ id, key, body }: Stored<Of>, changes: Partial<Bodies[Of]>): string {
      records.update({ id }, { body: JSON.stringify({ ...body, ...changes }) });
      return key;
    },
    inTransaction: <Result>(work: () => Result) => inTransaction(database, work),
  };
}

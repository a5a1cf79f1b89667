import type { Address } from '@myaccount/contract/accounts';
import type { InvoiceKind } from '@myaccount/contract/invoices';
import type { Language } from '@myaccount/contract/languages';
import type { PaymentState } from '@myaccount/contract/payment-states';
import type { Allocation } from '../../balance/allocation.rules.ts';
import type { Content, LineRefusal } from '../parse/import.parse.rules.ts';
import type { SealedField } from '../parse/import.secrets.rules.ts';
import type { StagedLine } from '../parse/import.staging.repository.ts';
import type { Change } from './import.changes.rules.ts';

/** A bill or an adjustment among the history of its account. */
export interface HistoryBill {
  readonly id: string;
  /** Line that adds or changes it; null when only the database has it. */
  readonly line: number | null;
  readonly number: string;
  readonly kind: InvoiceKind;
  /** The day on which billing reversed it, and the number of what took its place. */
  readonly reversedOn: string | null;
  readonly replacedBy: string | null;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly amountCents: number;
  readonly previousBalanceCents: number;
  /** The status in its line. */
  readonly status: 'OPEN' | 'CLOSED' | null;
  /** True when its previous balance is new and must agree with the history. */
  readonly provesBalance: boolean;
  /** What is open, and what was never settled, in the database. */
  readonly openCents?: number;
  readonly unsettledCents?: number | null;
  readonly change?: Change<'invoice'>;
  /** The bill in the database, which stays when the line is refused. */
  readonly known?: HistoryBill;
}

/** A payment among the history of its account. */
export interface HistoryPayment {
  readonly id: string;
  /** How a file names it. */
  readonly key?: string;
  readonly line: number | null;
  readonly state: PaymentState;
  readonly occurredOn: string;
  readonly amountCents: number;
  readonly isMadeHere: boolean;
  /** What was given back of it here. */
  readonly refundedCents: number;
  /** The day of one whose result is not known is null. */
  readonly refunds: readonly { readonly amountCents: number; readonly occurredOn: string | null }[];
  /** What the file states; not what is applied on top of it. */
  readonly appliedTo: readonly { readonly invoiceNumber: string; readonly amountCents: number }[];
  readonly change?: Change<'payment'>;
  readonly known?: HistoryPayment;
}

/** What the account owed (above 0), or had as credit (below 0), before its first bill. */
export interface Opening {
  readonly amountCents: number;
  /** The issue date of the first bill. */
  readonly dueOn: string;
  /** What is open, and what was never settled, in the database. */
  readonly openCents?: number;
  readonly unsettledCents?: number | null;
}

/** A record that the database has. */
export interface RecordOwner {
  readonly id: string;
  /** Empty for a bill that was voided here, which belongs to nobody. */
  readonly accountId: string;
}

/** A saved method as payments remember it. */
export type MethodSnapshot = { readonly id: string } & Pick<
  Content<'paymentMethod'>,
  'methodType' | 'processor' | 'cardType' | 'nickname' | 'lastFour'
>;

export interface KnownCustomer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** The PIN in the customer's last import, for accounts that come without the customer. */
  readonly pin: SealedField | null;
}

export interface KnownAccount {
  readonly id: string;
  readonly number: string;
  readonly businessName: string | null;
  readonly addresses: readonly Address[];
  readonly bills: readonly HistoryBill[];
  readonly payments: readonly HistoryPayment[];
  /** The live ones, oldest first. */
  readonly allocations: readonly (Allocation & { readonly id: string; readonly isStated: boolean })[];
  readonly opening: Opening | null;
  /** Event keys of the corrections and openings that were posted before. */
  readonly corrections: readonly string[];
  readonly methods: readonly (MethodSnapshot & { readonly externalId: string })[];
}

/** What the file says about one account, in order of lines, and what the database has of it. */
export interface AccountUnit {
  readonly number: string;
  readonly known: KnownAccount | undefined;
  readonly lines: readonly Change[];
  readonly refused: readonly StagedLine[];
  /** Who has the keys of the batch already, by record name. */
  readonly owners: ReadonlyMap<string, RecordOwner>;
}

/** What the file says about one customer: written as a whole or not at all. */
export interface CustomerUnit {
  readonly number: string;
  readonly known: KnownCustomer | undefined;
  readonly customer: Change<'customer'> | undefined;
  readonly refused: StagedLine | undefined;
  readonly accounts: readonly AccountUnit[];
}

/** Moves lines of a unit to its refused ones. */
export function without(unit: AccountUnit, refusals: readonly LineRefusal[]): AccountUnit {
  const refused = new Set(refusals.map(({ line }) => line));
  return {
    ...unit,
    lines: unit.lines.filter(({ line }) => !refused.has(line)),
    refused: [...unit.refused, ...unit.lines.filter(({ line }) => refused.has(line))],
  };
}

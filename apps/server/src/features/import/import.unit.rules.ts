import type { Address } from '@myaccount/contract/accounts';
import type { Language } from '@myaccount/contract/languages';
import type { Secrets } from '../../platform/secrets.ts';
import type { BillTo } from '../invoices/as-issued.rules.ts';
import type { KnownHistory } from './import.account-history.rules.ts';
import type { Change } from './import.changes.rules.ts';
import type { MethodSnapshot } from './import.history-mapping.rules.ts';
import type { AccountContext } from './import.mapping.rules.ts';
import type { LineRefusal } from './import.parse.rules.ts';
import type { SealedField } from './import.secrets.rules.ts';
import type { RefusedLine, StagedLine } from './import.staging.repository.ts';
import type { Writes } from './import.writes.repository.ts';

/** What every step of one import needs besides the file and the database. */
export interface RunContext {
  readonly now: Date;
  /** The business day of `now`. */
  readonly today: string;
  readonly timeZone: string;
  readonly secrets: Secrets;
  /** Does everything and rolls back every transaction. */
  readonly isDryRun: boolean;
  /** Plans of the file: a dry run leaves none behind, so each of its transactions begins with them. */
  readonly plans: readonly StagedLine[];
  /** Cents a month of every plan in the database and the file. */
  readonly planPrices: ReadonlyMap<string, number>;
}

/** What checking and writing a batch needs: its writes are flushed together at the end. */
export interface BatchContext extends RunContext {
  readonly writes: Writes;
  /** Who has the keys of the batch already, by record name. */
  readonly owners: ReadonlyMap<string, RecordOwner>;
}

/** What writing one account needs. */
export interface AccountScope extends BatchContext, AccountContext {
  readonly accountId: string;
  /** True when this import adds the account. */
  readonly isNew: boolean;
  readonly billTo: BillTo;
  /** Event keys of the corrections and openings that were posted before. */
  readonly corrections: readonly string[];
  /** Saved methods by external id. */
  readonly methods: Map<string, MethodSnapshot>;
}

/** A record that the database has. */
export interface RecordOwner {
  readonly id: string;
  /** Empty for a voided bill, which belongs to nobody. */
  readonly accountId: string;
}

export interface KnownCustomer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** The PIN in the customer's last import, for accounts that come without the customer. */
  readonly pin: SealedField | null;
}

export interface KnownAccount extends KnownHistory {
  readonly id: string;
  readonly number: string;
  readonly businessName: string | null;
  readonly addresses: readonly Address[];
  readonly corrections: readonly string[];
  readonly methods: readonly (MethodSnapshot & { readonly externalId: string })[];
}

/** What the file says about one account, in order of lines, and what the database has of it. */
export interface AccountUnit {
  readonly number: string;
  readonly known: KnownAccount | undefined;
  readonly lines: readonly Change[];
  readonly refused: readonly RefusedLine[];
}

/** What the file says about one customer: written as a whole or not at all. */
export interface CustomerUnit {
  readonly number: string;
  readonly known: KnownCustomer | undefined;
  readonly customer: Change<'customer'> | undefined;
  readonly refused: RefusedLine | undefined;
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

import type { Clock } from '@myaccount/clock';
import type { Secrets } from '../../../platform/secrets.ts';
import type { BillTo } from '../../invoices/as-issued.rules.ts';
import type { SealedField } from '../parse/import.secrets.rules.ts';
import type { MethodSnapshot } from '../plan/import.units.rules.ts';
import type { Row, TableName, Writes } from './import.writes.repository.ts';

/** What every step of one import needs besides the file and the database. */
export interface ImportRun {
  readonly now: Date;
  /** The business day of `now`. */
  readonly today: string;
  readonly timeZone: string;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Reads and checks in one read-only snapshot, and writes nothing. */
  readonly isDryRun: boolean;
  /** Who wrote it, as the audit trail names them: `operator:import`. */
  readonly actor: string;
  /** Whether the portal mails about new bills; not of a first reading, and not where the billing system does. */
  readonly mailsBills: boolean;
  /** Whether late debt is told and collected; not of a first reading. */
  readonly notesLateDebt: boolean;
  /** What a billing system says stays: a file may only say the same. */
  readonly isBillingElsewhere: boolean;
  /** How new rows are added: many by COPY, those of one customer by INSERT. */
  readonly rowsBy: 'copy' | 'insert';
  /** Cents a month of every plan in the database and the file. */
  readonly planPrices: Map<string, number>;
}

/** What writing one account needs. */
export interface AccountScope extends ImportRun {
  readonly writes: Writes;
  readonly accountId: string;
  /** True when this import adds the account. */
  readonly isNew: boolean;
  readonly customerId: string;
  /** The customer's PIN, for accounts without their own. */
  readonly customerPin: SealedField | null;
  readonly billTo: BillTo;
  /** Event keys of the corrections and openings that were posted before. */
  readonly corrections: readonly string[];
  /** Saved methods by external id. */
  readonly methods: Map<string, MethodSnapshot>;
}

/** Columns that take values of a type. */
type ColumnFor<V, T extends TableName> = {
  [C in keyof Row<T> & string]: V extends Row<T>[C] ? C : never;
}[keyof Row<T> & string];

/** The column that takes a field's value, or a function to the columns; null for what is kept elsewhere. */
type FieldMapping<R, F extends keyof R, T extends TableName, C> =
  | ColumnFor<R[F], T>
  | ((record: R, context: C) => Partial<Row<T>>)
  | null;

/** Where every field of a record is stored: the only place that names the columns which a file fills. */
export interface Mapping<R, T extends TableName, C = AccountScope> {
  readonly table: T;
  readonly fields: { readonly [F in keyof R & string]-?: FieldMapping<R, F, T, C> };
}

/** Returns the columns of a record, or of some of its fields. */
export function columnsOf<R, T extends TableName, C>(
  { fields }: Mapping<R, T, C>,
  record: R,
  context: C,
  only?: ReadonlySet<string>,
): Partial<Row<T>> {
  const columns: Record<string, unknown> = {};
  for (const name of Object.keys(fields) as (keyof R & string)[]) {
    const target = fields[name];
    if (target === null || (only && !only.has(name))) continue;
    if (typeof target === 'function') Object.assign(columns, target(record, context));
    else columns[target as string] = record[name];
  }
  return columns as Partial<Row<T>>;
}

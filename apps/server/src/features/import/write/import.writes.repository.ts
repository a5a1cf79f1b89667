import { type CompiledQuery, type Insertable, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type CopyValue, copyRows } from '../../../platform/database/copy.ts';
import { transactionOf } from '../../../platform/database/pipeline/pipeline.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Portal } from '../../../platform/portal.ts';
import { tellUnneeded, type UnneededPayment } from '../../payment-state/unneeded-payment.service.ts';

export type TableName = keyof Tables & string;
export type Row<T extends TableName> = Insertable<Tables[T]>;

/** What an import inserts into, parents before children. */
export const insertOrder = [
  'plan',
  'customer',
  'account_lookup',
  'account',
  'address',
  'discount',
  'payment_method',
  'autopay_enrollment',
  'invoice',
  'invoice_item',
  'invoice_charge',
  'opening_balance',
  'payment',
  'payment_allocation',
  'ledger_posting',
  'appointment',
  'login',
  'login_account',
  'audit_entry',
  'import_record',
] as const satisfies readonly TableName[];

export type InsertTable = (typeof insertOrder)[number];

/** Tables whose rows people edit: each change raises the version. */
const versioned: ReadonlySet<string> = new Set(['customer', 'account', 'address', 'appointment']);

// Only builds statements; callers of `Writes` are typed by their table.
// biome-ignore lint/suspicious/noExplicitAny: kysely cannot follow a table that is a type parameter
const statements = new Kysely<any>({ dialect: new PostgresDialect({ pool: () => Promise.reject() }) });

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A statement of kysely: built, or written as `sql`. */
interface Statement {
  compile(executor: typeof statements): Query;
}

/** Collects what a batch writes: statements that go first, new rows, and changes that may need new rows. */
export class Writes {
  /** The time of the import. */
  readonly now: Date;
  readonly #first: Statement[] = [];
  readonly #rows = new Map<TableName, object[]>();
  readonly #last: Statement[] = [];
  readonly #unneeded: UnneededPayment[] = [];

  constructor(now: Date) {
    this.now = now;
  }

  /** Adds a row. All new rows of a table fill the same columns. */
  insert<T extends InsertTable>(table: T, row: Partial<Row<T>>): void {
    const rows = this.#rows.get(table);
    if (rows) rows.push(row);
    else this.#rows.set(table, [row]);
  }

  /** Changes columns of the rows that match. */
  update<T extends TableName>(table: T, set: Partial<Row<T>>, where: Partial<Row<T>>): void {
    if (Object.keys(set).length === 0) return;
    const values = { ...set, ...nextVersion(table) };
    this.last(
      statements
        .updateTable(table as string)
        .set(values)
        .where((eb) => eb.and(where)),
    );
  }

  /** Adds a row, or changes the row that has the same key. */
  upsert<T extends TableName>(table: T, row: Partial<Row<T>>, key: readonly string[]): void {
    const columns = Object.keys(row).filter((column) => !key.includes(column));
    const set = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
    this.last(
      statements
        .insertInto(table as string)
        .values(row)
        .onConflict((conflict) => conflict.columns([...key]).doUpdateSet({ ...set, ...nextVersion(table) })),
    );
  }

  /** Deletes rows, before new ones are added. */
  remove<T extends TableName>(table: T, where: Partial<Row<T>>): void {
    this.first(statements.deleteFrom(table as string).where((eb) => eb.and(where)));
  }

  first(statement: Statement): void {
    this.#first.push(statement);
  }

  last(statement: Statement): void {
    this.#last.push(statement);
  }

  /** Notes a payment on its way that is not needed any more, for its customer to be told. */
  unneeded(payment: UnneededPayment | undefined): void {
    if (payment) this.#unneeded.push(payment);
  }

  /** Writes everything inside the caller's transaction. */
  async flush(
    client: pg.ClientBase,
    run: Pick<Portal, 'clock' | 'secrets'> & { readonly rowsBy: 'copy' | 'insert' },
  ): Promise<void> {
    await runAll(this.#first.map(compiled), client);
    const inserts: Query[] = [];
    for (const table of insertOrder) {
      const rows = this.#rows.get(table);
      if (!rows) continue;
      const columns = Object.keys(rows[0] ?? {});
      const cells = cellsOf(table, columns, rows);
      if (run.rowsBy === 'copy') await copyRows(client, table, columns, cells);
      else inserts.push(insertOf(table, columns, [...cells], await typesOf(client, table)));
    }
    await runAll([...inserts, ...this.#last.map(compiled)], client);
    for (const payment of this.#unneeded) await tellUnneeded(transactionOf(client), run, payment);
  }
}

const columnTypes = new Map<string, ReadonlyMap<string, string>>();

/** Returns the type of each column of a table, which is looked up once. */
async function typesOf(client: pg.ClientBase, table: string): Promise<ReadonlyMap<string, string>> {
  const known = columnTypes.get(table);
  if (known) return known;
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0`,
    [table],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  columnTypes.set(table, types);
  return types;
}

/** Inserts rows by a statement whose text does not depend on their number, so that a connection plans it once. */
function insertOf(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
  types: ReadonlyMap<string, string>,
): Query {
  const arrays = columns.map((column, index) => `$${index + 1}::${types.get(column)}[]`);
  return {
    sql: `insert into ${table} (${columns.join(', ')}) select * from unnest(${arrays.join(', ')})`,
    parameters: columns.map((_, index) => rows.map((row) => row[index])),
  };
}

function* cellsOf(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): Generator<readonly CopyValue[]> {
  for (const row of rows) {
    const values = row as Readonly<Record<string, CopyValue>>;
    const cells = columns.map((column) => values[column] as CopyValue);
    if (cells.includes(undefined as never) || Object.keys(row).length !== columns.length)
      throw new Error(`New rows of ${table} must fill the same columns`);
    yield cells;
  }
}

function nextVersion(table: string): Record<string, unknown> {
  return versioned.has(table) ? { version: sql`${sql.ref(`${table}.version`)} + 1` } : {};
}

const compiled = (statement: Statement): Query => statement.compile(statements);

/** Runs statements in their order; on a pipelined connection none waits for the answer to the one before. */
async function runAll(queries: readonly Query[], client: pg.ClientBase): Promise<void> {
  const run = ({ sql, parameters }: Query) => client.query(sql, [...parameters]);
  if (client instanceof pg.Client && client.pipeline) await Promise.all(queries.map(run));
  else for (const query of queries) await run(query);
}

import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type pg from 'pg';
import { type CopyValue, copyRows } from '../../platform/database/copy.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Row, TableName } from './import.mapping.rules.ts';

/** What an import inserts into, parents before children. */
const insertOrder = [
  'plan',
  'customer',
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

type InsertTable = (typeof insertOrder)[number];

/** Tables whose rows people edit: each change raises the version. */
const versioned: ReadonlySet<string> = new Set(['customer', 'account', 'address', 'appointment']);

/** Builds statements for {@link Writes}, which runs them on a connection of its own. */
export const statements = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

// For tables that are known only when the statement is built; callers are typed by their table.
// biome-ignore lint/suspicious/noExplicitAny: kysely cannot follow a table that is a type parameter
const anyTable = statements as Kysely<any>;

/** A statement of kysely, or one that it has compiled. */
export type BatchStatement = CompiledQuery | { compile(): CompiledQuery };

function compiled(statement: BatchStatement): CompiledQuery {
  return 'compile' in statement ? statement.compile() : statement;
}

/** Collects what a batch writes: statements that go first, new rows by COPY, and changes that may need new rows. */
export class Writes {
  readonly #first: CompiledQuery[] = [];
  readonly #rows = new Map<TableName, object[]>();
  readonly #last: CompiledQuery[] = [];

  /** Adds a row. All new rows of a table fill the same columns. */
  insert<T extends InsertTable>(table: T, row: Partial<Row<T>>): void {
    const rows = this.#rows.get(table);
    if (rows) rows.push(row);
    else this.#rows.set(table, [row]);
  }

  /** Changes columns of the rows that match. */
  update<T extends TableName>(table: T, set: Partial<Row<T>>, where: Partial<Row<T>>): void {
    if (Object.keys(set).length === 0) return;
    this.last(matching(anyTable.updateTable<string>(table).set({ ...set, ...nextVersion(table) }), where));
  }

  /** Adds a row, or changes the row that has the same key. */
  upsert<T extends TableName>(table: T, row: Partial<Row<T>>, key: readonly (keyof Row<T> & string)[]): void {
    const columns = Object.keys(row).filter((column) => !(key as readonly string[]).includes(column));
    const set = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
    this.last(
      anyTable
        .insertInto<string>(table)
        .values(row)
        .onConflict((conflict) => conflict.columns([...key]).doUpdateSet({ ...set, ...nextVersion(table) })),
    );
  }

  /** Deletes rows, before new ones are added. */
  remove<T extends TableName>(table: T, where: Partial<Row<T>>): void {
    this.first(matching(anyTable.deleteFrom<string>(table), where));
  }

  first(statement: BatchStatement): void {
    this.#first.push(compiled(statement));
  }

  last(statement: BatchStatement): void {
    this.#last.push(compiled(statement));
  }

  /** Writes everything inside the caller's transaction. */
  async flush(client: pg.ClientBase): Promise<void> {
    await runAll(this.#first, client);
    for (const table of insertOrder) {
      const rows = this.#rows.get(table);
      if (!rows) continue;
      const columns = Object.keys(rows[0] ?? {});
      await copyRows(client, table, columns, cellsOf(table, columns, rows));
    }
    await runAll(this.#last, client);
  }
}

/** The values of rows in the order of columns; every row must fill the same ones. */
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

/** A statement whose conditions can be added one by one. */
interface Conditional<Q> {
  where(column: string, operator: '=', value: unknown): Q;
}

function matching<Q extends Conditional<Q>>(statement: Q, where: object): Q {
  return Object.entries(where).reduce((query, [column, value]) => query.where(column, '=', value), statement);
}

async function runAll(queries: readonly CompiledQuery[], client: pg.ClientBase): Promise<void> {
  for (const query of queries) {
    await client.query(query.sql, [...query.parameters]);
  }
}

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

const operators = { is: 'is', not: '<>', after: '>', atLeast: '>=', atMost: '<=' };

/** A column: its SQL and, as types only, its values and whether a new row gives one. */
interface Column<Value, Given extends 'always' | 'optionally'> {
  readonly sql: string;
  readonly types?: readonly [Value, Given];
}

type AnyColumn = Column<unknown, 'always' | 'optionally'>;
type Columns = Readonly<Record<string, AnyColumn>>;
type NamesOf<Of extends Columns, Kind extends AnyColumn> = {
  [Name in keyof Of]: Of[Name] extends Kind ? Name : never;
}[keyof Of];

/** A row of a table with these columns. */
export type Row<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends { types?: readonly [infer Value, unknown] } ? Value : never;
};
/** A row to insert. What it leaves out is null, zero, or the next number. */
export type NewRow<Of extends Columns> = Pick<Row<Of>, NamesOf<Of, Column<unknown, 'always'>>> &
  Partial<Pick<Row<Of>, NamesOf<Of, Column<unknown, 'optionally'>>>>;
type Comparison<Value> = Readonly<Partial<Record<keyof typeof operators, Value>>>;
/** Which rows: those with these values, or that compare so. An undefined member restricts nothing. */
type Where<Of extends Columns> = {
  readonly [Name in keyof Of]?: Row<Of>[Name] | Comparison<Row<Of>[Name]>;
};

/** A condition in SQL over the columns of a table. */
export interface Condition {
  readonly sql: string;
  readonly values: (string | number)[];
}

export const flag: Column<boolean, 'always'> = { sql: 'integer not null' };
export const wholeOrNull: Column<number | null, 'optionally'> = { sql: 'integer' };
/** Counts from 0. */
export const counter: Column<number, 'optionally'> = { sql: 'integer not null default 0' };
/** Numbers the rows from 1, never two alike. */
export const rowNumber: Column<number, 'optionally'> = { sql: 'integer primary key autoincrement' };

export function whole(constraint = ''): Column<number, 'always'> {
  return { sql: `integer not null ${constraint}` };
}

export function text<Value extends string = string>(constraint = ''): Column<Value, 'always'> {
  return { sql: `text not null ${constraint}` };
}

export function textOrNull<Value extends string = string>(): Column<Value | null, 'optionally'> {
  return { sql: 'text' };
}

/**
 * Returns a table, and creates it with its indexes if it is missing. The member `expiresAt` is the column `expires_at`.
 * Lists are newest first.
 */
export function openTable<Of extends Columns>(
  database: DatabaseSync,
  name: string,
  columns: Of,
  indexes: readonly (keyof Of & string)[][] = [],
) {
  create(database, name, columns, indexes);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const put = (verb: string, row: NewRow<Of>, conflict = '') => {
    const { names, values } = entriesOf(row);
    const places = names.map(() => '?');
    return prepare(`${verb} into ${name} (${names}) values (${places}) ${conflict}`).run(...values);
  };
  const members = Object.keys(columns).map((member) => `${columnOf(member)} as "${member}"`);
  const list = (where: Where<Of>, limit = -1): Row<Of>[] => {
    const { sql, values } = conditionOf(where);
    const select = `select ${members} from ${name} where ${sql} order by rowid desc limit ?`;
    return prepare(select)
      .all(...values, limit)
      .map((row) => rowOf(columns, row));
  };
  return {
    list,
    /** Returns the newest of such rows. */
    find: (where: Where<Of>): Row<Of> | undefined => list(where, 1)[0],
    /** Returns a page of such rows, the oldest first. */
    select({ sql, values }: Condition, limit: number, offset = 0): Row<Of>[] {
      const select = `select ${members} from ${name} where ${sql} order by rowid limit ? offset ?`;
      const rows = prepare(select).all(...values, limit, offset);
      return rows.map((row) => rowOf(columns, row));
    },
    count(where: Where<Of> | { readonly condition: Condition }): number {
      const { sql, values } = 'condition' in where ? (where.condition as Condition) : conditionOf(where);
      return Number(prepare(`select count(*) as count from ${name} where ${sql}`).get(...values)?.count);
    },
    /** Returns the number of the new row. */
    insert: (row: NewRow<Of>): number => Number(put('insert', row).lastInsertRowid),
    /** Inserts a row unless there is one with its key, and returns whether it did. */
    insertNew: (row: NewRow<Of>): boolean => put('insert', row, 'on conflict do nothing').changes === 1,
    /** Inserts a row in place of the one with its key. */
    replace: (row: NewRow<Of>) => void put('insert or replace', row),
    /** Returns how many rows it changed. */
    update(where: Where<Of>, changes: Partial<Row<Of>>): number {
      const { names, values } = entriesOf(changes);
      const condition = conditionOf(where);
      const update = `update ${name} set ${names.map((column) => `${column} = ?`)} where ${condition.sql}`;
      return Number(prepare(update).run(...values, ...condition.values).changes);
    },
    /** Returns how many rows it deleted. */
    delete(where: Where<Of>): number {
      const { sql, values } = conditionOf(where);
      return Number(prepare(`delete from ${name} where ${sql}`).run(...values).changes);
    },
  };
}

function create(database: DatabaseSync, name: string, columns: Columns, indexes: readonly string[][]): void {
  const lines = Object.entries(columns).map(([member, { sql }]) => `${columnOf(member)} ${sql}`);
  database.exec(`create table if not exists ${name} (${lines}) strict`);
  for (const members of indexes) {
    const names = members.map(columnOf);
    database.exec(`create index if not exists ${name}_by_${names.join('_')} on ${name} (${names})`);
  }
}

function conditionOf(where: object): { sql: string; values: SQLInputValue[] } {
  const terms = Object.entries(where).flatMap(([member, value]) => {
    if (value === undefined) return [];
    const isComparison = typeof value === 'object' && value !== null;
    const [[name, compared] = ['is', value]] = isComparison ? Object.entries(value) : [];
    return [{ sql: `${columnOf(member)} ${operators[name as keyof typeof operators]} ?`, value: compared }];
  });
  return {
    sql: terms.map(({ sql }) => sql).join(' and ') || 'true',
    values: terms.map(({ value }) => storedValue(value)),
  };
}

function entriesOf(row: object) {
  return { names: Object.keys(row).map(columnOf), values: Object.values(row).map(storedValue) };
}

function storedValue(value: unknown): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
}

function rowOf<Of extends Columns>(columns: Of, row: Record<string, unknown>): Row<Of> {
  const members = Object.entries(row).map(([member, value]) => [
    member,
    columns[member] === flag ? value === 1 : value,
  ]);
  return Object.fromEntries(members) as Row<Of>;
}

function columnOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

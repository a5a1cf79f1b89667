import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Runs SQL. Rows have members in camel case: `expiresAt` of the column `expires_at`. A column `is_…` is a boolean. */
export function createSql(database: DatabaseSync) {
  const tags = database.createTagStore();
  const prepared = new Map<string, StatementSync>();
  const write = (verb: string, table: string, row: object, conflict = '') => {
    const names = Object.keys(row);
    const columns = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const text = `${verb} into ${table} (${columns}) values (${names.map(() => '?')}) ${conflict}`;
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement.run(
      ...Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    );
  };
  return {
    get<Row>(text: TemplateStringsArray, ...values: SQLInputValue[]): Row | undefined {
      const row = tags.get(text, ...values);
      return row && (membersOf(row) as Row);
    },
    all<Row>(text: TemplateStringsArray, ...values: SQLInputValue[]): Row[] {
      return tags.all(text, ...values).map((row) => membersOf(row) as Row);
    },
    /** Returns how many rows it changed. */
    run(text: TemplateStringsArray, ...values: SQLInputValue[]): number {
      return Number(tags.run(text, ...values).changes);
    },
    /** Returns the number of the new row. */
    insert(table: string, row: object): number {
      return Number(write('insert', table, row).lastInsertRowid);
    },
    /** Inserts a row unless there is one with its key, and returns whether it did. */
    insertNew(table: string, row: object): boolean {
      return Number(write('insert', table, row, 'on conflict do nothing').changes) === 1;
    },
    /** Inserts a row in place of the one with its key. */
    replace(table: string, row: object): void {
      write('insert or replace', table, row);
    },
  };
}

function membersOf(row: Record<string, unknown>): object {
  const members = Object.entries(row).map(([column, value]) => [
    column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    column.startsWith('is_') ? value === 1 : value,
  ]);
  return Object.fromEntries(members);
}

import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, Trx } from '../platform/database/connect.ts';
import type { Tables } from '../platform/database/tables.ts';

type Columns<T extends keyof Tables> = Partial<Selectable<Tables[T]>>;

/** Returns the rows of a table that have these values, in the order of a column. */
export async function readRows<T extends keyof Tables>(
  db: Database | Trx,
  table: T,
  where: Columns<T> = {},
  orderBy?: keyof Selectable<Tables[T]> & string,
): Promise<Selectable<Tables[T]>[]> {
  // One table's types serve for all of them: the parameters have checked the names.
  let query = db.selectFrom(table as 'payment').selectAll();
  for (const [column, value] of Object.entries(where))
    query = query.where(column as 'id', '=', value as string);
  if (orderBy) query = query.orderBy(orderBy as 'id');
  return (await query.execute()) as unknown as Selectable<Tables[T]>[];
}

/** Returns the rows with some of their columns alone. */
export function onlyColumns<R, Name extends keyof R>(rows: readonly R[], ...names: Name[]): Pick<R, Name>[] {
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<R, Name>);
}

/** Returns the first of these rows. Throws without any. */
export async function readRow<T extends keyof Tables>(
  db: Database | Trx,
  table: T,
  where: Columns<T>,
): Promise<Selectable<Tables[T]>> {
  const [row] = await readRows(db, table, where);
  if (!row) throw new Error(`${table} has no such row: ${JSON.stringify(where)}`);
  return row;
}

/** Changes the rows of a table that have these values, as the portal does not. */
export async function changeRows<T extends keyof Tables>(
  db: Database | Trx,
  table: T,
  where: Columns<T>,
  values: Updateable<Tables[T]>,
): Promise<void> {
  let update = db.updateTable(table as 'payment').set(values as object);
  for (const [column, value] of Object.entries(where))
    update = update.where(column as 'id', '=', value as string);
  await update.execute();
}

/** Inserts a row with these values. */
export async function insertRow<T extends keyof Tables>(
  db: Database | Trx,
  table: T,
  values: Insertable<Tables[T]>,
): Promise<void> {
  await db
    .insertInto(table as 'payment')
    .values(values as never)
    .execute();
}

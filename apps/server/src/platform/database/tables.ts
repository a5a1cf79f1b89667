import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DB } from './tables.generated.ts';

/** Every table, as kysely sees it: cents are safe integers, days are text, instants are Dates. */
export type Tables = DB;
/** A row of a table, as a statement returns it. */
export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>;
/** The typed query builder over a pool. */
export type Database = Kysely<Tables>;
/** A function that takes a `Trx` must run inside a transaction. */
export type Trx = Transaction<Tables>;

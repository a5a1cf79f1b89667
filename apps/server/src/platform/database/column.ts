import type { ColumnType } from 'kysely';

/** A column that an insert may leave out. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** A column that only the database writes. */
export type ReadOnly<T> = ColumnType<T, never, never>;
/** A column read as a value and written as JSON text. */
export type Json = ColumnType<unknown, string, string>;

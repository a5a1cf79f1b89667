import type { ColumnType } from 'kysely';

/** May be left out at insert. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** Written by the database alone. */
export type ReadOnly<T> = ColumnType<T, never, never>;
/** Read as a value, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;

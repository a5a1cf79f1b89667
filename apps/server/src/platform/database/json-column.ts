import type { ColumnType } from 'kysely';

/** A column read as a value and written as JSON text. */
export type JsonColumn = ColumnType<unknown, string, string>;

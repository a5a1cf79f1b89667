import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** A value that COPY can write. */
export type CopyValue = string | number | boolean | Buffer | Date | null;

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const special = /[\\\t\n\r]/g;
const chunkCharacters = 64 * 1024;

/**
 * Inserts rows by COPY, many times faster than INSERT. Table and column names must not come from outside; values are
 * escaped. Throws the database's error, in which case no row is stored.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const target = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(chunksOf(rows), { objectMode: false }), target);
}

function* chunksOf(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${row.map(copyText).join('\t')}\n`;
    if (chunk.length >= chunkCharacters) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk) yield chunk;
}

/** Returns a value in COPY's text format. */
function copyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string')
    return value.replace(special, (character) => escapes[character] ?? character);
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : String(value);
}

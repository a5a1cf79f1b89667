import { createHash } from 'node:crypto';
import { type MovableClock, movableClock } from '@myaccount/clock';
import type pg from 'pg';
import type { Refusal } from '../features/import/import.parse.ts';
import { type ImportResult, importFile } from '../features/import/import.service.ts';
import { type CheckResult, runChecks } from '../ops/check.ts';
import { connectPool } from '../platform/database/connect.ts';
import { Secrets } from '../platform/secrets.ts';
import { borrowTestDatabase } from './database.ts';

/** What an import of a test did. */
export interface TestImport extends ImportResult {
  readonly refusals: readonly Refusal[];
}

/** Imports into a database of the test file’s own. */
export interface ImportTestDesk {
  readonly pool: pg.Pool;
  readonly ownerUrl: string;
  readonly clock: MovableClock;
  readonly secrets: Secrets;
  /** Imports records, or a text or bytes as they would stand in a file. */
  importLines(
    lines: readonly object[] | string | Buffer,
    options?: { isTrial?: boolean },
  ): Promise<TestImport>;
  rows<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  /** The checks of `ops check` that fail now. */
  failedChecks(): Promise<CheckResult[]>;
  close(): Promise<void>;
}

/** Noon of a day of the tests, in the business time zone. */
export const importedAt = '2026-11-24T17:00:00Z';

export async function startImportDesk(): Promise<ImportTestDesk> {
  const database = await borrowTestDatabase();
  const pool = connectPool({ url: database.url, maximumConnections: 8, statementTimeoutMs: 0 });
  const clock = movableClock(importedAt);
  const secrets = new Secrets([{ id: 'test', key: createHash('sha256').update('test').digest() }]);
  const rows = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<T>(sql, values)).rows;
  return {
    pool,
    ownerUrl: database.ownerUrl,
    clock,
    secrets,
    rows,
    importLines: async (lines, { isTrial = false } = {}) => {
      const refusals: Refusal[] = [];
      const onRefusal = (refusal: Refusal) => refusals.push(refusal);
      const desk = { pool, clock, secrets, timeZone: 'America/New_York' };
      const result = await importFile(inChunks(bytesOf(lines)), { isTrial, onRefusal }, desk);
      return { ...result, refusals };
    },
    failedChecks: async () => (await runChecks(pool, clock.now())).filter(({ broken }) => broken > 0),
    close: async () => {
      await pool.end();
      await database.giveBack();
    },
  };
}

function bytesOf(lines: readonly object[] | string | Buffer): Buffer {
  if (Buffer.isBuffer(lines)) return lines;
  return Buffer.from(
    typeof lines === 'string' ? lines : lines.map((line) => JSON.stringify(line)).join('\n'),
  );
}

/** Files come in pieces that end anywhere. */
async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  const chunkBytes = 1_000;
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

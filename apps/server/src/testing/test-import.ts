import { createHash } from 'node:crypto';
import { type MovableClock, movableClock } from '@myaccount/clock';
import type pg from 'pg';
import { importCustomer } from '../features/import/import.customer.service.ts';
import { type ImportResult, importFile } from '../features/import/import.service.ts';
import type { LineRefusal } from '../features/import/parse/import.parse.rules.ts';
import { type CheckResult, runChecks } from '../ops/check.ts';
import { Secrets } from '../platform/secrets.ts';
import { borrowTestDatabase } from './database.ts';

/** Result of an import, with its refusals. */
export interface TestImportResult extends ImportResult {
  readonly refusals: readonly LineRefusal[];
}

/** Imports into a database of the test file's own. */
export interface TestImport {
  readonly pool: pg.Pool;
  readonly ownerUrl: string;
  readonly clock: MovableClock;
  readonly secrets: Secrets;
  /** Imports records, or the text or bytes of a file. */
  importLines(
    lines: readonly object[] | string | Buffer,
    options?: { isDryRun?: boolean; smtpUtf8?: boolean },
  ): Promise<TestImportResult>;
  /** Imports records. Throws if one is refused, or a check of `ops check` fails. */
  importWell(...lines: readonly object[]): Promise<void>;
  /** Imports records of one customer in a call; returns the refusals as the command prints them. */
  callWith(...records: readonly unknown[]): Promise<string[]>;
  rows<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  /** Returns the first row; undefined without any. */
  one(sql: string): Promise<Record<string, unknown> | undefined>;
  /** Returns every row of the other tables, each with the transaction that wrote it. */
  everything(...except: string[]): Promise<unknown[]>;
  /** Returns what an import of these lines would refuse, as the command prints it. */
  refusalsOf(lines: readonly object[] | string | Buffer): Promise<string[]>;
  /** Returns the failing checks of `ops check`. */
  failedChecks(): Promise<CheckResult[]>;
  close(): Promise<void>;
}

/** Who calls in {@link TestImport.callWith}. */
export const callActor = 'operator:billing-system';

const asPrinted = ({ line, field, reason }: LineRefusal) => `line ${line}: ${field}: ${reason}`;

/** Start of a test's clock: noon in the business time zone. */
export const importedAt = '2026-11-24T17:00:00Z';

/** Creates a database and returns functions that import into it. */
export async function startTestImport(): Promise<TestImport> {
  const { pool, ownerUrl, giveBack } = await borrowTestDatabase();
  const clock = movableClock(importedAt);
  const secrets = new Secrets([{ id: 'test', key: createHash('sha256').update('test').digest() }]);
  const rows = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<T>(sql, values)).rows;
  const context = { pool, clock, secrets, timeZone: 'America/New_York' };
  const importLines: TestImport['importLines'] = async (
    lines,
    { isDryRun = false, smtpUtf8 = false } = {},
  ) => {
    const refusals: LineRefusal[] = [];
    const onRefusal = (refusal: LineRefusal) => refusals.push(refusal);
    const result = await importFile(
      inChunks(bytesOf(lines)),
      { isDryRun, onRefusal },
      { ...context, smtpUtf8 },
    );
    return { ...result, refusals };
  };
  const everything = async (...except: string[]) => {
    const tables = await rows<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`,
    );
    const kept = tables.filter(({ name }) => !except.includes(name));
    const read = kept.map(async ({ name }) => [
      name,
      await rows(`select xmin, t.* from "${name}" t order by t::text`),
    ]);
    return await Promise.all(read);
  };
  const failedChecks = async () => (await runChecks(pool, clock.now())).filter(({ broken }) => broken > 0);
  return {
    pool,
    ownerUrl,
    clock,
    secrets,
    rows,
    one: async (sql) => (await rows(sql))[0],
    importLines,
    importWell: async (...lines) => {
      const { refusals } = await importLines(lines);
      const wrong = [...refusals, ...(await failedChecks())];
      if (wrong.length > 0) throw new Error(`The import went wrong: ${JSON.stringify(wrong)}`);
    },
    callWith: async (...records) =>
      (
        await importCustomer(records, { actor: callActor, mailsBills: true, notesLateDebt: true }, context)
      ).map(asPrinted),
    everything,
    refusalsOf: async (lines) => {
      const { refusals } = await importLines(lines, { isDryRun: true });
      return refusals.map(asPrinted);
    },
    failedChecks,
    close: giveBack,
  };
}

function bytesOf(lines: readonly object[] | string | Buffer): Buffer {
  if (Buffer.isBuffer(lines)) return lines;
  return Buffer.from(
    typeof lines === 'string' ? lines : lines.map((line) => JSON.stringify(line)).join('\n'),
  );
}

/** Splits the bytes into chunks that end anywhere, like a file stream. */
async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  const chunkBytes = 1_000;
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

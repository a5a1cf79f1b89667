import type pg from 'pg';
import { dayOf } from '../../platform/business-day.ts';
import { readLines } from '../../platform/lines.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Portal } from '../../platform/portal.ts';
import { type LineRefusal, parseLine } from './parse/import.parse.rules.ts';
import { type RefusalCause, type StagedLine, Staging } from './parse/import.staging.repository.ts';
import type { ImportRun } from './write/import.columns.rules.ts';
import {
  inSnapshot,
  inTransaction,
  writeCustomers,
  writeLogins,
  writePlans,
} from './write/import.passes.service.ts';

/** What an import needs. */
export interface ImportContext extends Pick<Portal, 'secrets' | 'clock'> {
  /** Lets statements run as long as they take. */
  readonly pool: pg.Pool;
  readonly timeZone: string;
  /** The setting MAIL_SMTPUTF8; off where it is left out. */
  readonly smtpUtf8?: boolean;
  /** The portal follows a billing system: a file says what that does not have. */
  readonly isBillingElsewhere?: boolean;
}

export interface ImportOptions {
  /** Compares and checks in one read-only snapshot. Neither waits for an import nor holds one up. */
  readonly isDryRun: boolean;
  /** Called with lines read, then with lines written, each counted from 0. */
  readonly onProgress?: (phase: 'reading' | 'sorting' | 'writing', lines: number) => void;
  /** Called once, before the refusals, with their causes. */
  readonly onCauses?: (causes: readonly RefusalCause[]) => void;
  /** Called with every refusal, in order of lines, at the end. */
  readonly onRefusal: (refusal: LineRefusal) => void;
}

export interface ImportResult {
  readonly lines: number;
  readonly refusedLines: number;
}

/**
 * Imports a file: reads and stages every line, then writes customer by customer what is new and adds up. Throws
 * {@link OperatorError} for a file without lines, and while another import is running.
 */
export async function importFile(
  source: AsyncIterable<Buffer>,
  options: ImportOptions,
  context: ImportContext,
): Promise<ImportResult> {
  const { isDryRun, onProgress, onCauses, onRefusal } = options;
  const clients: pg.PoolClient[] = [];
  let isClean = false;
  try {
    // A dry run has one snapshot, so one connection.
    while (clients.length < (isDryRun ? 2 : 3)) clients.push(await context.pool.connect());
    const [reader, ...writers] = clients as [pg.PoolClient, pg.PoolClient];
    const lock = "select pg_try_advisory_lock(hashtext('import')) as held";
    // Each would check against what the other is about to change.
    if (!isDryRun && !(await reader.query(lock)).rows[0].held)
      throw new OperatorError('Another import is running; wait until it ends');
    const staging = new Staging(reader);
    await staging.create();
    const { smtpUtf8 = false } = context;
    let lines = 0;
    async function* parsedLines() {
      for await (const bundle of readLines(source)) {
        yield bundle.map((line) => parseLine(line, { ...context, smtpUtf8 }));
        lines += bundle.length;
        onProgress?.('reading', lines);
      }
    }
    await staging.stage(parsedLines());
    if (lines === 0) throw new OperatorError('There is nothing to import: the file has no lines');
    onProgress?.('sorting', 0);
    await staging.arrange();
    await writeStaged(staging, writers, options, context);
    const refusedLines = await staging.countRefused();
    onCauses?.(await staging.causes());
    for await (const refusals of staging.refusals()) refusals.forEach(onRefusal);
    await reader.query('close all; discard temp; select pg_advisory_unlock_all()');
    isClean = true;
    return { lines, refusedLines };
  } finally {
    // After an error, staging tables and open transactions end with their connections, which nobody waits for: so the lock
    // ends before them.
    if (!isClean) await clients[0]?.query('select pg_advisory_unlock_all()').catch(() => undefined);
    for (const client of clients) client.release(!isClean);
  }
}

/** Writes plans, then customers, then logins, which may span customers. */
async function writeStaged(
  staging: Staging,
  writers: readonly [pg.ClientBase, ...pg.ClientBase[]],
  { isDryRun, onProgress }: ImportOptions,
  { clock, secrets, timeZone, isBillingElsewhere = false }: ImportContext,
): Promise<void> {
  const now = clock.now();
  const [writer] = writers;
  const plans: StagedLine[] = [];
  for await (const lines of staging.batches('plans')) plans.push(...lines);
  const today = dayOf(now, timeZone);
  const run: ImportRun = {
    ...{ now, today, clock, secrets, timeZone, isDryRun, planPrices: new Map() },
    ...{ actor: 'operator:import', rowsBy: 'copy', mailsBills: true, notesLateDebt: true },
    isBillingElsewhere,
  };
  let written = plans.length;
  const finish = async (lines: readonly StagedLine[], refusals: readonly LineRefusal[]) => {
    await staging.refuse(refusals);
    written += lines.length;
    onProgress?.('writing', written);
  };
  const batches = staging.batches('customers');
  // Customers do not depend on each other: each writer takes the next batch as soon as it is done with one.
  const work = async (client: pg.ClientBase) => {
    for (let next = await batches.next(); !next.done; next = await batches.next())
      await finish(next.value, await writeCustomers(next.value, client, run));
  };
  const accountsOfFile = (numbers: readonly string[]) => staging.accounts(numbers);
  const writeAll = async () => {
    await inTransaction(writer, run, () => writePlans(plans, writer, run));
    await Promise.all(writers.map(work));
    for await (const lines of staging.batches('logins'))
      await finish(
        lines,
        await inTransaction(writer, run, () => writeLogins(lines, accountsOfFile, writer, run)),
      );
  };
  await (isDryRun ? inSnapshot(writer, writeAll) : writeAll());
}

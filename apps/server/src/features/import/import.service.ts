import type { Clock } from '@myaccount/clock';
import { importKeys } from '@myaccount/contract/import';
import type pg from 'pg';
import { dayOf } from '../../platform/business-day.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { writeLogins } from './import.login.service.ts';
import type { LineRefusal } from './import.parse.rules.ts';
import { writePlans } from './import.plan.service.ts';
import { stageLines } from './import.stage.service.ts';
import { type StagedLine, Staging } from './import.staging.repository.ts';
import { inTransaction, writeCustomers } from './import.transaction.service.ts';

/** What an import needs. The pool must let statements run as long as they take. */
export interface ImportContext {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly timeZone: string;
}

export interface ImportOptions {
  /** Does everything and leaves nothing behind. */
  readonly isDryRun: boolean;
  /** Called with lines read, then with lines written, each counted from 0. */
  readonly onProgress?: (phase: 'reading' | 'sorting' | 'writing', lines: number) => void;
  /** Called with every refusal, in order of lines, at the end. */
  readonly onRefusal: (refusal: LineRefusal) => void;
}

export interface ImportResult {
  readonly lines: number;
  readonly refusedLines: number;
}

/** Another import is running: each would check against what the other is about to change. */
class ImportRunning extends Error {
  readonly isPlain = true;

  constructor() {
    super('Another import is running; wait until it ends');
  }
}

const lockName = 'import';

/** Imports a file: reads and stages every line, then writes customer by customer what is new and adds up. */
export async function importFile(
  source: AsyncIterable<Buffer>,
  options: ImportOptions,
  context: ImportContext,
): Promise<ImportResult> {
  // Every transaction of a dry run holds the same new plans: a second writer would only wait for the first.
  const connections = options.isDryRun ? 2 : 3;
  return await withConnections(context.pool, connections, async ([reader, ...writers]) => {
    if (!reader) throw new Error('an import needs a connection');
    const lock = await reader.query('select pg_try_advisory_lock(hashtext($1)) as held', [lockName]);
    if (!lock.rows[0].held) throw new ImportRunning();
    const staging = new Staging(reader);
    await staging.create();
    const lines = await stageLines(source, staging, context.secrets, (read) =>
      options.onProgress?.('reading', read),
    );
    options.onProgress?.('sorting', 0);
    await staging.arrange(importKeys);
    await writeStaged(staging, writers, options, context);
    const refusedLines = await staging.countRefused();
    for await (const refusals of staging.refusals()) refusals.forEach(options.onRefusal);
    await reader.query('select pg_advisory_unlock(hashtext($1))', [lockName]);
    return { lines, refusedLines };
  });
}

/** Closing the connections at the end ends the staging tables and the lock with them. */
async function withConnections<T>(
  pool: pg.Pool,
  count: number,
  work: (clients: pg.PoolClient[]) => Promise<T>,
): Promise<T> {
  const clients: pg.PoolClient[] = [];
  try {
    while (clients.length < count) clients.push(await pool.connect());
    return await work(clients);
  } finally {
    for (const client of clients) client.release(true);
  }
}

/** Writes plans, then customers, then logins, which may span customers. */
async function writeStaged(
  staging: Staging,
  writers: readonly pg.ClientBase[],
  { isDryRun, onProgress }: ImportOptions,
  { clock, secrets, timeZone }: ImportContext,
): Promise<void> {
  const [writer] = writers;
  if (!writer) return;
  const now = clock.now();
  const plans: StagedLine[] = [];
  for await (const page of staging.linesOf('plan')) plans.push(...page);
  const run = { now, today: dayOf(now, timeZone), secrets, timeZone, isDryRun };
  const writeAll = () => writePlans(plans, writer, run);
  const planPrices = await inTransaction(writer, { ...run, plans: [] }, writeAll);
  const context = { ...run, plans, planPrices };
  let written = plans.length;
  const finish = async (lines: readonly StagedLine[], refusals: readonly LineRefusal[]) => {
    await staging.refuse(refusals);
    written += lines.length;
    onProgress?.('writing', written);
  };
  const batches = staging.batches();
  // Customers do not depend on each other: each writer takes the next batch as soon as it is done with one.
  const work = async (client: pg.ClientBase) => {
    for (let next = await batches.next(); !next.done; next = await batches.next())
      await finish(next.value, await writeCustomers(next.value, client, context));
  };
  await Promise.all(writers.map(work));
  for await (const lines of staging.linesOf('login')) {
    const write = () => writeLogins(lines, staging, writer, context);
    await finish(lines, await inTransaction(writer, context, write));
  }
}

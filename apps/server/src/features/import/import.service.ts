import type { Clock } from '@myaccount/clock';
import type pg from 'pg';
import { dayOf } from '../../platform/business-day.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { LineRefusal } from './parse/import.parse.rules.ts';
import { stageLines } from './parse/import.stage.service.ts';
import { type StagedLine, Staging } from './parse/import.staging.repository.ts';
import type { ImportRun } from './write/import.columns.rules.ts';
import { inTransaction, writeCustomers, writeLogins, writePlans } from './write/import.passes.service.ts';

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

/** Imports a file: reads and stages every line, then writes customer by customer what is new and adds up. */
export async function importFile(
  source: AsyncIterable<Buffer>,
  options: ImportOptions,
  context: ImportContext,
): Promise<ImportResult> {
  const { isDryRun, onProgress, onRefusal } = options;
  const clients: pg.PoolClient[] = [];
  const connect = async () => {
    const client = await context.pool.connect();
    clients.push(client);
    return client;
  };
  try {
    const reader = await connect();
    const writer = await connect();
    // Every transaction of a dry run holds the same new plans: a second writer would only wait for the first.
    const others = isDryRun ? [] : [await connect()];
    const lock = await reader.query("select pg_try_advisory_lock(hashtext('import')) as held");
    if (!lock.rows[0].held) throw new ImportRunning();
    const staging = new Staging(reader);
    await staging.create();
    const lines = await stageLines(source, staging, context.secrets, (read) => onProgress?.('reading', read));
    onProgress?.('sorting', 0);
    await staging.arrange();
    await writeStaged(staging, [writer, ...others], options, context);
    const refusedLines = await staging.countRefused();
    for await (const refusals of staging.refusals()) refusals.forEach(onRefusal);
    await reader.query("select pg_advisory_unlock(hashtext('import'))");
    return { lines, refusedLines };
  } finally {
    // The staging tables and the lock end with their connection.
    for (const client of clients) client.release(true);
  }
}

/** Writes plans, then customers, then logins, which may span customers. */
async function writeStaged(
  staging: Staging,
  [writer, ...others]: readonly [pg.ClientBase, ...pg.ClientBase[]],
  { isDryRun, onProgress }: ImportOptions,
  { clock, secrets, timeZone }: ImportContext,
): Promise<void> {
  const now = clock.now();
  const plans: StagedLine[] = [];
  for await (const page of staging.batches('plans')) plans.push(...page);
  const first = {
    now,
    today: dayOf(now, timeZone),
    secrets,
    timeZone,
    isDryRun,
    plans: [],
    planPrices: new Map(),
  };
  const planPrices = await inTransaction(writer, first, () => writePlans(plans, writer, first));
  const run: ImportRun = { ...first, plans, planPrices };
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
  await Promise.all([writer, ...others].map(work));
  for await (const lines of staging.batches('logins')) {
    const write = () => writeLogins(lines, staging, writer, run);
    await finish(lines, await inTransaction(writer, run, write));
  }
}

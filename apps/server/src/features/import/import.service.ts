import type { Clock } from '@myaccount/clock';
import { importKeys } from '@myaccount/contract/import';
import type pg from 'pg';
import type { Secrets } from '../../platform/secrets.ts';
import { readLines } from './import.lines.ts';
import { changedLogins, type LoginAccounts, refuseLogins, writeLogins } from './import.logins.ts';
import { type ParsedLine, parseLine, type Refusal } from './import.parse.ts';
import { writePlans } from './import.plans.ts';
import { type StagedLine, Staging } from './import.staging.ts';
import { inTransaction, type Trial, writeCustomers } from './import.transaction.ts';
import type { ImportContext } from './import.unit.ts';

/** What an import works with. The pool must let statements run as long as they take. */
export interface ImportDesk {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly timeZone: string;
}

export interface ImportOptions {
  /** Does everything and leaves nothing behind. */
  readonly isTrial: boolean;
  /** Told of lines read, then of lines written, each counted from 0. */
  readonly onProgress?: (phase: 'reading' | 'sorting' | 'writing', lines: number) => void;
  /** Told of every refusal, in order of lines, at the end. */
  readonly onRefusal: (refusal: Refusal) => void;
}

export interface ImportResult {
  readonly lines: number;
  readonly refusedLines: number;
}

/** Another import is under way: two at once would judge by what the other is about to change. */
export class ImportRunning extends Error {
  constructor() {
    super('Another import is running; wait for its end');
  }
}

const stagedAtOnce = 2_000;
const lockName = 'import';

/** Brings a file in: reads and stages every line, then writes customer by customer what is new and adds up. */
export async function importFile(
  source: AsyncIterable<Buffer>,
  options: ImportOptions,
  desk: ImportDesk,
): Promise<ImportResult> {
  // Trials hold the same new plans, so that a second writer would only wait for the first.
  const connections = options.isTrial ? 2 : 3;
  return await withConnections(desk.pool, connections, async ([reader, ...writers]) => {
    if (!reader) throw new Error('an import needs a connection');
    const lock = await reader.query('select pg_try_advisory_lock(hashtext($1)) as held', [lockName]);
    if (!lock.rows[0].held) throw new ImportRunning();
    const staging = new Staging(reader);
    await staging.create();
    const lines = await stageLines(source, staging, options, desk.secrets);
    options.onProgress?.('sorting', 0);
    await staging.arrange(importKeys);
    await writeStaged(staging, writers, options, desk);
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

async function stageLines(
  source: AsyncIterable<Buffer>,
  staging: Staging,
  { onProgress }: ImportOptions,
  secrets: Secrets,
): Promise<number> {
  let waiting: ParsedLine[] = [];
  let refused: Refusal[] = [];
  let lines = 0;
  const flush = async () => {
    const [stage, refuse] = [waiting, refused];
    [waiting, refused] = [[], []];
    await staging.stage(stage);
    await staging.refuse(refuse);
    onProgress?.('reading', lines);
  };
  for await (const bundle of readLines(source)) {
    for (const line of bundle) {
      const { parsed, refusals } = parseLine(line, secrets);
      if (parsed) waiting.push(parsed);
      refused.push(...refusals);
      lines += 1;
    }
    if (waiting.length + refused.length >= stagedAtOnce) await flush();
  }
  await flush();
  return lines;
}

async function writeStaged(
  staging: Staging,
  writers: readonly pg.ClientBase[],
  { isTrial, onProgress }: ImportOptions,
  { clock, secrets, timeZone }: ImportDesk,
): Promise<void> {
  const base = { now: clock.now(), secrets, timeZone, planPrices: new Map<string, number>() };
  const plans: StagedLine[] = [];
  for await (const page of staging.linesOf('plan')) plans.push(...page);
  const trial = { isTrial, plans };
  const [writer] = writers;
  if (!writer) return;
  const planPrices = await inTransaction(writer, { isTrial, plans: [] }, base, () =>
    writePlans(plans, writer, base),
  );
  const context = { ...base, planPrices };
  let written = plans.length;
  const tellWritten = (lines: number) => {
    written += lines;
    onProgress?.('writing', written);
  };
  const batches = wholeCustomers(staging.pages());
  // Customers do not depend on each other: each writer takes the next batch as soon as it is done with one.
  const work = async (client: pg.ClientBase) => {
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const { refusals, accounts } = await writeCustomers(next.value, client, trial, context);
      await staging.refuse(refusals);
      if (isTrial) await staging.accept(accounts);
      tellWritten(next.value.length);
    }
  };
  await Promise.all(writers.map(work));
  for await (const lines of staging.linesOf('login')) {
    await importLogins(lines, { staging, writer }, trial, context);
    tellWritten(lines.length);
  }
}

/** Fetches the next page while the last is worked on. */
async function* fetchedAhead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = pages.next(); ; ) {
    const page = await next;
    if (page.done) return;
    next = pages.next();
    // Told where it is awaited; until then it must not end the process.
    next.catch(() => undefined);
    yield page.value;
  }
}

/** Bundles of lines in which every customer is whole. */
async function* wholeCustomers(pages: AsyncGenerator<StagedLine[]>): AsyncGenerator<StagedLine[]> {
  let begun: StagedLine[] = [];
  for await (const page of fetchedAhead(pages)) {
    const last = page.at(-1)?.customer;
    const cut = page.findIndex(({ customer }) => customer === last);
    const ended = cut > 0 || begun[0]?.customer !== last;
    if (ended && begun.length + cut > 0) yield [...begun, ...page.slice(0, cut)];
    begun = ended ? page.slice(cut) : begun.concat(page);
  }
  if (begun.length > 0) yield begun;
}

async function importLogins(
  lines: readonly StagedLine[],
  { staging, writer }: { readonly staging: Staging; readonly writer: pg.ClientBase },
  trial: Trial,
  context: ImportContext,
): Promise<void> {
  const logins = await changedLogins(lines, writer);
  const accounts = await findAccounts(
    logins.flatMap(({ now }) => now.accounts.map((account) => account.accountNumber)),
    staging,
    writer,
  );
  const refusals = refuseLogins(logins, accounts);
  await staging.refuse(refusals);
  const refused = new Set(refusals.map(({ line }) => line));
  const good = logins.filter(({ line }) => !refused.has(line));
  // On trial the accounts of the file are not there for the database to refer to.
  if (!trial.isTrial)
    await inTransaction(writer, trial, context, () => writeLogins(good, accounts, writer, context));
}

async function findAccounts(
  numbers: readonly string[],
  staging: Staging,
  writer: pg.ClientBase,
): Promise<LoginAccounts> {
  const known = await writer.query<{ id: string; account_number: string }>(
    'select id, account_number from account where account_number = any($1)',
    [numbers],
  );
  const ids = new Map(known.rows.map((row) => [row.account_number, row.id]));
  for (const number of await staging.accepted(numbers)) if (!ids.has(number)) ids.set(number, '');
  return { ids, refusedLines: await staging.linesOfAccounts(numbers) };
}

import { sql } from 'kysely';
import type pg from 'pg';
import { describeFailure, isDatabaseAway } from '../../../platform/database/failure.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { type LineRefusal, printable } from '../parse/import.parse.rules.ts';
import type { StagedLine } from '../parse/import.staging.repository.ts';
import { type Change, ofType } from '../plan/import.changes.rules.ts';
import { KnownRepository } from '../plan/import.known.repository.ts';
import { compareLines, isChange, readUnits } from '../plan/import.units.service.ts';
import { writeUnit } from './import.account.service.ts';
import { columnsOf, type ImportRun } from './import.columns.rules.ts';
import { planMapping } from './import.mapping.rules.ts';
import { rememberRecord } from './import.record.service.ts';
import { Writes } from './import.writes.repository.ts';

/** Runs the work in a transaction; a dry run is rolled back at its end. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  run: ImportRun,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    if (run.isDryRun) await writePlans(run.plans, client, run);
    const result = await work();
    await client.query(run.isDryRun ? 'rollback' : 'commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Writes the lines of some customers, each of them whole or not at all. They share a transaction; when the database
 * refuses it, each gets its own, and only the one at fault is refused.
 */
export async function writeCustomers(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  run: ImportRun,
): Promise<LineRefusal[]> {
  const write = (some: readonly StagedLine[]) =>
    inTransaction(client, run, () => writeBatch(some, client, run));
  try {
    return await write(lines);
  } catch (error) {
    throwIfAway(error);
  }
  const refusals: LineRefusal[] = [];
  for (const customer of Map.groupBy(lines, ({ customer }) => customer).values())
    refusals.push(...(await write(customer).catch((error) => refuseCustomer(customer, error, client))));
  return refusals;
}

async function writeBatch(
  staged: readonly StagedLine[],
  client: pg.ClientBase,
  run: ImportRun,
): Promise<LineRefusal[]> {
  const known = new KnownRepository(client);
  const writes = new Writes(run.now);
  const lines = await compareLines(staged, known, run.secrets, (same) => rememberRecord(same, writes));
  const units = await readUnits(lines, known);
  const refusals = units.flatMap((unit) => writeUnit(unit, writes, run));
  await writes.flush(client);
  return refusals;
}

/** Locks that the portal or the other writer held too long: the database is not away. */
const conflictCodes = ['40P01', '55P03', '40001'];

function throwIfAway(error: unknown): void {
  const isConflict = error instanceof Error && 'code' in error && conflictCodes.includes(String(error.code));
  if (isDatabaseAway(error) && !isConflict) throw error;
}

/** Refuses every line of a customer for what only the database found wrong. */
async function refuseCustomer(
  lines: readonly StagedLine[],
  error: unknown,
  client: pg.ClientBase,
): Promise<LineRefusal[]> {
  throwIfAway(error);
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const { message, details } = await describeFailure(error, client);
  const shownDetails = details.map((detail) => ` (${detail})`).join('');
  const reason = `the customer was refused by the database: ${printable(message)}${shownDetails}`;
  const readable = lines.filter(({ content }) => content !== null);
  return readable.map(({ line }) => ({ line, field: 'line', reason }));
}

/** Writes plans inside the caller's transaction; returns what each costs a month. */
export async function writePlans(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  { now, secrets }: ImportRun,
): Promise<Map<string, number>> {
  const writes = new Writes(now);
  for (const change of ofType('plan', await changesOf(lines, client, secrets, writes))) {
    writes.upsert('plan', columnsOf(planMapping, change.now, null), ['id']);
    // Accounts that have no price of their own take the plan's.
    writes.last(sql`
      update account a set monthly_price_cents = p.monthly_price_cents, version = a.version + 1
      from plan p, import_record r
      where p.id = ${change.key} and a.plan_id = p.id and r.record_type = 'account' and r.record_key = a.account_number
        and r.content ->> 'monthlyPrice' is null and a.monthly_price_cents <> p.monthly_price_cents`);
    rememberRecord(change, writes);
  }
  await writes.flush(client);
  const prices = await client.query<{ id: string; cents: number }>(
    'select id, monthly_price_cents as cents from plan',
  );
  return new Map(prices.rows.map(({ id, cents }) => [id, cents]));
}

/** Returns what lines of plans or logins say that is new. */
export async function changesOf(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  secrets: Secrets,
  writes: Writes,
): Promise<Change[]> {
  const known = new KnownRepository(client);
  const compared = await compareLines(lines, known, secrets, (same) => rememberRecord(same, writes));
  return compared.filter(isChange);
}

import type pg from 'pg';
import { describeFailure, isDatabaseAway } from '../../platform/database/failure.ts';
import { listUnits, readKnowledge } from './import.batch.service.ts';
import { compareLines } from './import.changes.service.ts';
import { writeUnit } from './import.customer.service.ts';
import { type LineRefusal, printable } from './import.parse.rules.ts';
import { writePlans } from './import.plan.service.ts';
import { rememberRecord } from './import.record.service.ts';
import { KnownRepository } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';
import type { RunContext } from './import.unit.rules.ts';
import { Writes } from './import.writes.repository.ts';

/** How an import writes: for good, or as a dry run, which rolls every transaction back. */
export interface WriteMode {
  readonly isDryRun: boolean;
  /** Plans of the file: a dry run leaves none behind, so each of its transactions begins with them. */
  readonly plans: readonly StagedLine[];
}

/** Runs the work in a transaction; a dry run is rolled back at its end. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  { isDryRun, plans }: WriteMode,
  context: RunContext,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    if (isDryRun) await writePlans(plans, client, context);
    const result = await work();
    await client.query(isDryRun ? 'rollback' : 'commit');
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
  mode: WriteMode,
  context: RunContext,
): Promise<LineRefusal[]> {
  const write = (some: readonly StagedLine[]) =>
    inTransaction(client, mode, context, () => writeBatch(some, client, context));
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
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  context: RunContext,
): Promise<LineRefusal[]> {
  const known = new KnownRepository(client);
  const writes = new Writes();
  const compared = await compareLines(lines, known, context.secrets);
  const units = await listUnits(compared, known);
  const knowledge = await readKnowledge(compared, units, known);
  const refusals: LineRefusal[] = [];
  for (const unit of units)
    refusals.push(...(await writeUnit(unit, knowledge, { ...context, known, writes })));
  for (const change of compared.rehashed) rememberRecord(change, { ...context, writes });
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

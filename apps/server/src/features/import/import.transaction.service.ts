import type pg from 'pg';
import { describeFailure, isDatabaseAway } from '../../platform/database/failure.ts';
import { compareLines, readUnits } from './import.batch.service.ts';
import { writeUnit } from './import.customer.service.ts';
import { type LineRefusal, printable } from './import.parse.rules.ts';
import { writePlans } from './import.plan.service.ts';
import { KnownRepository } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';
import type { RunContext } from './import.unit.rules.ts';
import { Writes } from './import.writes.repository.ts';

/** Runs the work in a transaction; a dry run is rolled back at its end. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  context: Omit<RunContext, 'planPrices'>,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    if (context.isDryRun) await writePlans(context.plans, client, context);
    const result = await work();
    await client.query(context.isDryRun ? 'rollback' : 'commit');
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
  context: RunContext,
): Promise<LineRefusal[]> {
  const write = (some: readonly StagedLine[]) =>
    inTransaction(client, context, () => writeBatch(some, client, context));
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
  context: RunContext,
): Promise<LineRefusal[]> {
  const known = new KnownRepository(client);
  const writes = new Writes();
  const lines = await compareLines(staged, known, { ...context, writes });
  const units = await readUnits(lines, known);
  const accountIds = units.flatMap(({ accounts }) => accounts.flatMap((account) => account.known?.id ?? []));
  const owners = await known.owners(lines, accountIds);
  const refusals = units.flatMap((unit) => writeUnit(unit, { ...context, writes, owners }));
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

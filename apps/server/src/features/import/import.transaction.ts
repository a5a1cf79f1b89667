import type pg from 'pg';
import { dayOf } from '../../platform/business-day.ts';
import { describeFailure, isDatabaseAway } from '../../platform/database/failure.ts';
import { prepareBatch } from './import.batch.ts';
import { KnownRepository } from './import.known.ts';
import { printable } from './import.parse.ts';
import { writePlans } from './import.plans.ts';
import type { StagedLine } from './import.staging.ts';
import type { ImportContext } from './import.unit.ts';
import { type UnitResult, writeUnit } from './import.write.ts';
import { Writes } from './import.writes.ts';

/** How an import writes: for good, or on trial, when every transaction is rolled back. */
export interface Trial {
  readonly isTrial: boolean;
  /** Plans of the file: a trial leaves none behind, so each of its transactions begins with them. */
  readonly plans: readonly StagedLine[];
}

/** Runs the work in a transaction; a trial is rolled back at its end. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  { isTrial, plans }: Trial,
  context: ImportContext,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    if (isTrial) await writePlans(plans, client, context);
    const result = await work();
    await client.query(isTrial ? 'rollback' : 'commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Writes the lines of some customers, each of them whole or not at all. They share a transaction as long as the
 * database takes it; when it refuses one, each gets its own, and only that one is refused.
 */
export async function writeCustomers(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  trial: Trial,
  context: ImportContext,
): Promise<UnitResult> {
  const customers = Map.groupBy(lines, ({ customer }) => customer);
  try {
    return await inTransaction(client, trial, context, () => writeBatch(lines, client, context));
  } catch (error) {
    if (isDatabaseAway(error) && !isInTheWay(error)) throw error;
    if (customers.size === 1) return await tryAgain(lines, client, { trial, context, error });
  }
  const results: UnitResult[] = [];
  for (const its of customers.values()) results.push(await writeCustomers(its, client, trial, context));
  return joined(results);
}

/** Whether somebody else held what was to be written: the portal, or the other writer of this import. */
function isInTheWay(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['40P01', '55P03', '40001'].includes(String(error.code))
  );
}

/** One customer that the database did not take: once more where somebody was in the way, else refused. */
async function tryAgain(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  {
    trial,
    context,
    error,
  }: { readonly trial: Trial; readonly context: ImportContext; readonly error: unknown },
): Promise<UnitResult> {
  if (!isInTheWay(error)) return await refuseCustomer(lines, error, client);
  try {
    return await inTransaction(client, trial, context, () => writeBatch(lines, client, context));
  } catch (second) {
    return await refuseCustomer(lines, second, client);
  }
}

async function writeBatch(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  context: ImportContext,
): Promise<UnitResult> {
  const repository = new KnownRepository(client);
  const { units, known } = await prepareBatch(lines, repository);
  const writes = new Writes();
  const desk = { context, writes, known: repository, today: dayOf(context.now, context.timeZone) };
  const results: UnitResult[] = [];
  for (const unit of units) results.push(await writeUnit(unit, known, desk));
  await writes.flush(client);
  return joined(results);
}

function joined(results: readonly UnitResult[]): UnitResult {
  return {
    refusals: results.flatMap(({ refusals }) => refusals),
    accounts: results.flatMap(({ accounts }) => accounts),
  };
}

/** What only the database found wrong. */
async function refuseCustomer(
  lines: readonly StagedLine[],
  error: unknown,
  client: pg.ClientBase,
): Promise<UnitResult> {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const { message, details } = await describeFailure(error, client);
  const shownDetails = details.map((detail) => ` (${detail})`).join('');
  const reason = `the customer was refused by the database: ${printable(message)}${shownDetails}`;
  const readable = lines.filter(({ content }) => content !== null);
  return { refusals: readable.map(({ line }) => ({ line, field: 'line', reason })), accounts: [] };
}

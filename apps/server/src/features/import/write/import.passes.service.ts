import { sql } from 'kysely';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { noAccountId } from '../../../platform/database/account-lookup.ts';
import {
  describeFailure,
  isDatabaseAway,
  isDeadlock,
  isLockConflict,
  isUniqueViolation,
} from '../../../platform/database/failure.ts';
import { loginForms, shownEmail } from '../../../platform/email-forms.ts';
import { type LineRefusal, printable } from '../parse/import.parse.rules.ts';
import type { StagedLine, Staging } from '../parse/import.staging.repository.ts';
import { centsOf } from '../parse/import.values.rules.ts';
import { refuseBillingsOwn } from '../plan/import.billing-owned.rules.ts';
import { accountOf, type Change, ofType } from '../plan/import.changes.rules.ts';
import { findAccountIds, KnownRepository } from '../plan/import.known.repository.ts';
import { whyMissing } from '../plan/import.references.rules.ts';
import { compareLines, isChange, readUnits } from '../plan/import.units.service.ts';
import { writeUnit } from './import.account.service.ts';
import { columnsOf, type ImportRun } from './import.columns.rules.ts';
import { loginAccountMapping, loginMapping, planMapping } from './import.mapping.rules.ts';
import { rememberRecord, saveEntries, saveRecord } from './import.record.service.ts';
import { Writes } from './import.writes.repository.ts';

/** Runs a dry run in a snapshot of the database, in which PostgreSQL lets it neither write nor lock rows. */
export async function inSnapshot<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only');
  const result = await work();
  await client.query('commit');
  return result;
}

const mostTries = 3;

/**
 * Runs the work in a transaction, and again when another import has added the same meanwhile: then it is known. A dry run
 * has its snapshot already.
 */
export async function inTransaction<T>(
  client: pg.ClientBase,
  run: Pick<ImportRun, 'isDryRun'>,
  work: () => Promise<T>,
): Promise<T> {
  if (run.isDryRun) return await work();
  for (let tries = 1; ; tries++) {
    await client.query('begin');
    try {
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (tries === mostTries || !(isUniqueViolation(error) || isDeadlock(error))) throw error;
    }
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
    inTransaction(client, run, () => writeBatch(some, new KnownRepository(client), client, run));
  try {
    return await write(lines);
  } catch (error) {
    // A dry run writes nothing that could be at fault.
    if (run.isDryRun) throw error;
    throwIfAway(error);
  }
  const refusals: LineRefusal[] = [];
  for (const customer of Map.groupBy(lines, ({ customer }) => customer).values())
    refusals.push(...(await write(customer).catch((error) => refuseCustomer(customer, error, client))));
  return refusals;
}

/** Writes lines of whole customers inside the caller's transaction: first locked, then compared. */
export async function writeBatch(
  staged: readonly StagedLine[],
  known: KnownRepository,
  client: pg.ClientBase,
  run: ImportRun,
): Promise<LineRefusal[]> {
  const customers = new Set(staged.map(({ customer }) => customer));
  const accounts = new Set(staged.flatMap((line) => accountOf(line) ?? []));
  if (!run.isDryRun) await known.lock([...customers], [...accounts]);
  const writes = new Writes(run.now);
  const lines = await compareLines(staged, known, run, (same, accountId) =>
    rememberRecord(same, accountId, writes),
  );
  const units = await readUnits(lines, known);
  const refusals = units.flatMap((whole) => {
    const { unit, refusals: foreign } = run.isBillingElsewhere
      ? refuseBillingsOwn(whole)
      : { unit: whole, refusals: [] };
    return [...foreign, ...writeUnit(unit, writes, run)];
  });
  if (!run.isDryRun) await writes.flush(client, run);
  return refusals;
}

/** A lock that the portal or the other writer held too long refuses the lines alone. */
function throwIfAway(error: unknown): void {
  if (isDatabaseAway(error) && !isLockConflict(error)) throw error;
}

/** Refuses every line of a customer for what only the database found wrong. */
export async function refuseCustomer(
  lines: readonly Pick<StagedLine, 'line' | 'content'>[],
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

/** Writes plans inside the caller's transaction, and notes what each costs a month. */
export async function writePlans(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  run: ImportRun,
): Promise<void> {
  const writes = new Writes(run.now);
  const plans = ofType('plan', await changesOf(lines, client, run, writes));
  for (const change of plans) {
    writes.upsert('plan', columnsOf(planMapping, change.now, null), ['id']);
    rememberRecord(change, noAccountId, writes);
  }
  if (!run.isDryRun) await writes.flush(client, run);
  const prices = await client.query<{ id: string; cents: number }>(
    'select id, monthly_price_cents as cents from plan',
  );
  for (const { id, cents } of prices.rows) run.planPrices.set(id, cents);
  for (const { key, now } of plans) run.planPrices.set(key, centsOf(now.monthlyPrice));
}

/** Returns what lines of plans or logins say that is new. */
async function changesOf(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  { secrets, isDryRun }: ImportRun,
  writes: Writes,
): Promise<Change[]> {
  const known = new KnownRepository(client);
  const options = { secrets, lock: isDryRun ? '' : 'for update' } as const;
  const compared = await compareLines(lines, known, options, (same, accountId) =>
    rememberRecord(same, accountId, writes),
  );
  return compared.filter(isChange);
}

/** Writes logins and the accounts of each inside the caller's transaction; refuses those that name an unknown account. */
export async function writeLogins(
  lines: readonly StagedLine[],
  accountsOfFile: Staging['accounts'],
  client: pg.ClientBase,
  run: ImportRun,
): Promise<LineRefusal[]> {
  if (lines.length === 0) return [];
  const writes = new Writes(run.now);
  const logins = ofType('login', await changesOf(lines, client, run, writes));
  const numbers = logins.flatMap(({ before, now: { accounts } }) =>
    [...(before?.accounts ?? []), ...accounts].map(({ accountNumber }) => accountNumber),
  );
  const accountIds = await findAccountIds(client, numbers);
  const found = await client.query<{ id: string; name: string }>(knownLogins, [
    logins.flatMap(({ key }) => loginForms(key)),
  ]);
  const ids = new Map(found.rows.map(({ id, name }) => [name, id]));
  const inFile = await accountsOfFile(numbers);
  const refusals = logins.flatMap((login) => {
    const refused = login.now.accounts.flatMap(({ accountNumber }, index): LineRefusal[] => {
      const staged = inFile.get(accountNumber);
      if (accountIds.has(accountNumber) || staged?.isRefused === false) return [];
      const reason = whyMissing(accountNumber, staged);
      return [{ line: login.line, field: `accounts[${index}].accountNumber`, reason }];
    });
    const knownId = ids.get(login.key) ?? ids.get(shownEmail(login.key));
    if (refused.length === 0) writeLogin(login, knownId, { writes, accountIds });
    return refused;
  });
  // In a dry run the accounts of the file are not there for the database to refer to.
  if (!run.isDryRun) await writes.flush(client, run);
  return refusals;
}

/**
 * Logins by the name that files have for them. A login whose sign-in address changed in the portal keeps its old name,
 * until a file names it by the new one. A name may be stored in another form. The last row of a name counts.
 */
const knownLogins = `
  select id, name from (
    select id, email_address as name, 1 as rank from login where email_address = any($1)
    union all select id, import_address, 2 from login where import_address = any($1)
  ) known order by rank`;

function writeLogin(
  login: Change<'login'>,
  knownId: string | undefined,
  context: { readonly writes: Writes; readonly accountIds: ReadonlyMap<string, string> },
): void {
  const id = knownId ?? uuidv7();
  const isNew = knownId === undefined;
  saveRecord(loginMapping, login, { isNew, key: { id } }, context);
  // A file that names a login by its new address names it so from now on.
  if (!isNew && login.before === null)
    context.writes.last(
      sql`update login set import_address = null where id = ${id} and email_address = ${login.key} and import_address is not null`,
    );
  const entries = { name: 'accountNumber' as const, mapping: loginAccountMapping, owner: { login_id: id } };
  saveEntries(login, 'accounts', { ...entries, isNew }, context);
}

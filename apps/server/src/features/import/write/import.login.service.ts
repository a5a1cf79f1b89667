import { sql } from 'kysely';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { LineRefusal } from '../parse/import.parse.rules.ts';
import type { StagedLine, Staging } from '../parse/import.staging.repository.ts';
import { type Change, ofType } from '../plan/import.changes.rules.ts';
import type { ImportRun } from './import.columns.rules.ts';
import { loginAccountMapping, loginMapping } from './import.mapping.rules.ts';
import { saveEntries, saveRecord } from './import.record.service.ts';
import { changesOf } from './import.transaction.service.ts';
import { Writes } from './import.writes.repository.ts';

/** Writes logins and the accounts of each inside the caller's transaction; refuses those that name an unknown account. */
export async function writeLogins(
  lines: readonly StagedLine[],
  staging: Staging,
  client: pg.ClientBase,
  { now, secrets, isDryRun }: ImportRun,
): Promise<LineRefusal[]> {
  const writes = new Writes(now);
  const logins = ofType('login', await changesOf(lines, client, secrets, writes));
  const numbers = logins.flatMap(accountsOf);
  const accountIds = await idsOf(
    'select id, account_number as name from account where account_number = any($1)',
    numbers,
    client,
  );
  const ids = await idsOf(
    knownLogins,
    logins.map(({ key }) => key),
    client,
  );
  const inFile = await staging.accounts(numbers);
  const refusals = logins.flatMap((login) => {
    const refused = login.now.accounts.flatMap(({ accountNumber }, index): LineRefusal[] => {
      const staged = inFile.get(accountNumber);
      if (accountIds.has(accountNumber) || staged?.isRefused === false) return [];
      const why = staged ? `is refused (line ${staged.line})` : 'is neither in the file nor known';
      const reason = `"${accountNumber}" ${why}`;
      return [{ line: login.line, field: `accounts[${index}].accountNumber`, reason }];
    });
    if (refused.length === 0) writeLogin(login, ids.get(login.key), { writes, accountIds });
    return refused;
  });
  // In a dry run the accounts of the file are not there for the database to refer to.
  if (!isDryRun) await writes.flush(client);
  return refusals;
}

/** Numbers of the accounts that a login names, or named before. */
function accountsOf({ before, now }: Change<'login'>): string[] {
  return [...(before?.accounts ?? []), ...now.accounts].map(({ accountNumber }) => accountNumber);
}

/**
 * Logins by the name that files have for them. A login whose sign-in address changed in the portal keeps its old name,
 * until a file names it by the new one. The last row of a name counts.
 */
const knownLogins = `
  select id, name from (
    select id, email_address as name, 1 as rank from login where email_address = any($1)
    union all select id, import_address, 2 from login where import_address = any($1)
  ) known order by rank`;

async function idsOf(
  query: string,
  names: readonly string[],
  client: pg.ClientBase,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(query, [names]);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

function writeLogin(
  login: Change<'login'>,
  knownId: string | undefined,
  context: { readonly writes: Writes; readonly accountIds: ReadonlyMap<string, string> },
): void {
  const id = knownId ?? uuidv7();
  const isNew = knownId === undefined;
  saveRecord(loginMapping, login, { isNew, key: { id } }, context);
  if (!isNew && login.before === null) forgetName(id, login.key, context.writes);
  const entries = { name: 'accountNumber' as const, mapping: loginAccountMapping, owner: { login_id: id } };
  saveEntries(login, 'accounts', { ...entries, isNew }, context);
}

/** A file that names a login by its new address names it so from now on. */
function forgetName(id: string, name: string, writes: Writes): void {
  writes.last(
    sql`update login set import_address = null where id = ${id} and email_address = ${name} and import_address is not null`,
  );
}

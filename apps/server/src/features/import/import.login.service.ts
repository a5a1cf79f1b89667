import { sql } from 'kysely';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type Change, changedEntries, ofType } from './import.changes.rules.ts';
import { type ComparedLines, compareLines } from './import.changes.service.ts';
import { columnsOf, loginAccountMapping, loginMapping } from './import.mapping.rules.ts';
import type { LineRefusal } from './import.parse.rules.ts';
import { rememberRecord } from './import.record.service.ts';
import { KnownRepository } from './import.repository.ts';
import type { StagedLine, Staging } from './import.staging.repository.ts';
import type { RunContext } from './import.unit.rules.ts';
import { statements, Writes } from './import.writes.repository.ts';

/** Logins that may be written, with the accounts that they name. */
export interface CheckedLogins extends Pick<ComparedLines, 'rehashed'> {
  readonly logins: readonly Change<'login'>[];
  readonly accountIds: ReadonlyMap<string, string>;
  readonly refusals: readonly LineRefusal[];
}

/** Compares logins with their last import and refuses those that name an account which does not exist. */
export async function checkLogins(
  lines: readonly StagedLine[],
  staging: Staging,
  client: pg.ClientBase,
  { secrets }: RunContext,
): Promise<CheckedLogins> {
  const { changes, rehashed } = await compareLines(lines, new KnownRepository(client), secrets);
  const logins = ofType('login', changes);
  const numbers = logins.flatMap(({ now }) => now.accounts.map(({ accountNumber }) => accountNumber));
  const accountIds = await findAccounts(numbers, client);
  const inFile = await staging.accounts(numbers);
  const refusals = logins.flatMap(({ line, now }) =>
    now.accounts.flatMap(({ accountNumber }, index): LineRefusal[] => {
      const staged = inFile.get(accountNumber);
      if (accountIds.has(accountNumber) || staged?.isRefused === false) return [];
      const why = staged ? `is refused (line ${staged.line})` : 'is neither in the file nor known';
      return [{ line, field: `accounts[${index}].accountNumber`, reason: `"${accountNumber}" ${why}` }];
    }),
  );
  const refused = new Set(refusals.map(({ line }) => line));
  return { logins: logins.filter(({ line }) => !refused.has(line)), rehashed, accountIds, refusals };
}

async function findAccounts(numbers: readonly string[], client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; account_number: string }>(
    'select id, account_number from account where account_number = any($1)',
    [numbers],
  );
  return new Map(rows.map((row) => [row.account_number, row.id]));
}

/** Writes logins and the accounts of each, inside the caller's transaction. */
export async function writeLogins(
  { logins, rehashed, accountIds }: CheckedLogins,
  client: pg.ClientBase,
  { now }: RunContext,
): Promise<void> {
  const found = await client.query<{ id: string; email_address: string }>(
    'select id, email_address from login where email_address = any($1)',
    [logins.map(({ key }) => key)],
  );
  const ids = new Map(found.rows.map((row) => [row.email_address, row.id]));
  const writes = new Writes();
  for (const login of logins) writeLogin(login, ids.get(login.key), accountIds, writes);
  for (const change of [...logins, ...rehashed]) rememberRecord(change, { writes, now });
  await writes.flush(client);
}

function writeLogin(
  login: Change<'login'>,
  knownId: string | undefined,
  accountIds: ReadonlyMap<string, string>,
  writes: Writes,
): void {
  const { now, fields } = login;
  const id = knownId ?? uuidv7();
  if (knownId === undefined) writes.insert('login', { id, ...columnsOf(loginMapping, now, null) });
  else writes.update('login', columnsOf(loginMapping, now, null, fields), { id });
  const { written, removed } = changedEntries(login, 'accounts', 'accountNumber');
  for (const accountNumber of removed) writes.first(removeAccount(id, accountNumber));
  for (const entry of written) {
    const row = { login_id: id, ...columnsOf(loginAccountMapping, entry, { accountIds }) };
    if (knownId === undefined) writes.insert('login_account', row);
    else writes.upsert('login_account', row, ['login_id', 'account_id']);
  }
}

function removeAccount(loginId: string, accountNumber: string) {
  return sql`
    delete from login_account where login_id = ${loginId}
      and account_id = (select id from account where account_number = ${accountNumber})`.compile(statements);
}

import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { changedColumns, changedEntries, changedFields } from './import.changes.ts';
import { KnownRepository, recordName } from './import.known.ts';
import type { Content, Refusal } from './import.parse.ts';
import { remember } from './import.remember.ts';
import type { StagedLine } from './import.staging.ts';
import type { Change, ImportContext } from './import.unit.ts';
import { Writes } from './import.writes.ts';

/** Ids of accounts by number, and why others lead nowhere. */
export interface LoginAccounts {
  readonly ids: ReadonlyMap<string, string>;
  /** Lines of accounts of the file that were refused. */
  readonly refusedLines: ReadonlyMap<string, number>;
}

const columnsOf = { givenName: ['given_name'], nickname: ['nickname'] } as const;

/** Sign-ins that say something new. */
export async function changedLogins(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
): Promise<Change<'login'>[]> {
  const known = new KnownRepository(client);
  const readable = lines.filter(({ content }) => content !== null);
  const hashes = await known.hashes(readable);
  const contents = await known.contents(readable);
  return readable.flatMap(({ line, key, content, hash }) => {
    const name = recordName('login', key);
    if (!content || !hash || hashes.get(name)?.equals(hash)) return [];
    return [
      { line, key, hash, now: JSON.parse(content), before: (contents.get(name) as Content<'login'>) ?? null },
    ];
  });
}

/** Refuses sign-ins that name an account which is not there. */
export function refuseLogins(logins: readonly Change<'login'>[], accounts: LoginAccounts): Refusal[] {
  return logins.flatMap(({ line, now }) =>
    now.accounts.flatMap(({ accountNumber }, index): Refusal[] => {
      if (accounts.ids.has(accountNumber)) return [];
      const refused = accounts.refusedLines.get(accountNumber);
      const why = refused === undefined ? 'is neither in the file nor known' : `is refused (line ${refused})`;
      return [{ line, field: `accounts[${index}].accountNumber`, reason: `"${accountNumber}" ${why}` }];
    }),
  );
}

/** Writes sign-ins and what each may see, inside the caller's transaction. */
export async function writeLogins(
  logins: readonly Change<'login'>[],
  accounts: LoginAccounts,
  client: pg.ClientBase,
  context: ImportContext,
): Promise<void> {
  const found = await client.query<{ id: string; email_address: string }>(
    'select id, email_address from login where email_address = any($1)',
    [logins.map(({ key }) => key)],
  );
  const ids = new Map(found.rows.map((row) => [row.email_address, row.id]));
  const writes = new Writes();
  for (const login of logins) writeLogin(login, ids.get(login.key), accounts, writes);
  for (const login of logins) remember('login', login, context, writes);
  await writes.flush(client);
}

function writeLogin(
  { key, now, before }: Change<'login'>,
  knownId: string | undefined,
  accounts: LoginAccounts,
  writes: Writes,
): void {
  const id = knownId ?? uuidv7();
  const row = { given_name: now.givenName, nickname: now.nickname };
  if (knownId === undefined) writes.insert('login', { id, email_address: key, ...row });
  else writes.update('login', changedColumns(changedFields(before, now), columnsOf, row), { id });
  const { written, gone } = changedEntries(before?.accounts, now.accounts, 'accountNumber');
  for (const accountNumber of gone)
    writes.first(
      'delete from login_account where login_id = $1 and account_id = (select id from account where account_number = $2)',
      [id, accountNumber],
    );
  for (const { accountNumber, role } of written) {
    const right = { login_id: id, account_id: accounts.ids.get(accountNumber) ?? '', role };
    if (knownId === undefined) writes.insert('login_account', right);
    else writes.upsert('login_account', right, ['login_id', 'account_id']);
  }
}

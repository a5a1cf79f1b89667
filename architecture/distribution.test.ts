import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@myaccount/contract/contract';
import type { Endpoint } from '@myaccount/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PayingPortal, startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { buildOwner } from './endpoint-ids.ts';
import { inputOf, nameOf, requestOf } from './endpoint-rows.ts';
import { listSources, root } from './source-files.ts';
import { readAccountColumns, recordStatements, scansWithoutAccount } from './statements.ts';

// A table that is distributed by account answers on one node only what names the account
// (docs/decisions/0268-accounts-of-the-caller.md).

let portal: PayingPortal;
let owner: pg.Client;
let accountColumns: Map<string, string>;
beforeAll(async () => {
  portal = await startPayingPortal();
  owner = new pg.Client(portal.ownerUrl);
  await owner.connect();
  accountColumns = await readAccountColumns(owner);
});
afterAll(async () => {
  await owner.end();
  await portal.close();
});

/** What may be read without the account id: by a call, or by every call. */
const exempt: readonly { readonly relation: string; readonly call?: string; readonly why: string }[] = [
  { relation: 'account b', why: 'all accounts of a customer show the same contact' },
  { relation: 'account', call: 'POST /customer/account/info', why: 'the same' },
  { relation: 'account a', call: 'POST /customer/account/autopay', why: 'finds the account of a number' },
  { relation: 'account a', call: 'POST /sessions/fresh-code', why: 'finds the accounts of a login' },
  { relation: 'audit_entry entry', call: 'GET /login/otp/login-stats', why: 'counts everybody' },
  { relation: 'audit_entry pending', call: 'GET /login/otp/login-stats', why: 'counts everybody' },
];

const isExempt = (call: Endpoint, found: string) =>
  exempt.some(({ relation, call: only }) => relation === found && (only ?? nameOf(call)) === nameOf(call));

async function statementsOf(call: Endpoint): Promise<Set<string>> {
  const { login, ids } = await buildOwner(portal);
  const token = await portal.signIn(login.emailAddress);
  const input = call.query || call.body ? inputOf(call, ids) : { query: {} };
  return await recordStatements(() => portal.inject(requestOf(call, input, token)));
}

const signedIn = contract.filter(({ isPublic }) => !isPublic);

describe.each(signedIn.map((call) => [nameOf(call), call] as const))('%s', (_name, call) => {
  test('[API-25] every table of customer data gets the account id as a parameter', async () => {
    const missing: string[] = [];
    const statements = await statementsOf(call);
    expect(statements.size).toBeGreaterThan(0);
    for (const statement of statements) {
      const scans = await scansWithoutAccount(owner, statement, accountColumns);
      const found = scans.filter((scan) => !isExempt(call, scan));
      if (found.length > 0) missing.push(`${found.join(', ')} in: ${statement.replaceAll(/\s+/g, ' ')}`);
    }
    expect(
      missing,
      'Compare the account id of each relation with a parameter (isOneOf, caller.accountIds), not with another column only',
    ).toEqual([]);
  });
});

describe('the plan of a statement', () => {
  test.each([
    ['a parameter', 'select 1 from invoice where account_id = $1', []],
    ['a list', 'select 1 from invoice where account_id = any($1::uuid[])', []],
    ['several', 'select 1 from invoice where account_id in ($1, $2)', []],
    ['what follows', 'select 1 from invoice i join account a on a.id = i.account_id where a.id = $1', []],
    ['a change', 'update invoice set paid_on = null where account_id = $1 and id = $2', []],
    ['the id alone', 'select 1 from invoice where id = $1', ['invoice']],
    ['a literal', 'select 1 from invoice where account_id <> $1', ['invoice']],
    [
      'the login',
      'select 1 from login_account la join invoice i using (account_id) where la.login_id = $1',
      ['invoice i'],
    ],
    [
      'a correlated column',
      'select (select max(due_on) from invoice i where i.account_id = a.id) from account a where a.id in ($1, $2)',
      ['invoice i'],
    ],
  ])('[API-25] shows %s', async (_what, statement, missing) => {
    expect(await scansWithoutAccount(owner, statement, accountColumns)).toEqual(missing);
  });
});

/** Citus refuses these, wherever they stand. The import works on one node with tables of its own. */
const refused: readonly [what: string, pattern: RegExp][] = [
  ['an empty select list: write “select 1 from”', /\bselect\s+from\b/i],
  ['a setting of the session as a value: pass a parameter', /\bset_config\(/i],
];

test.each(refused)('[API-25] no statement has %s', (_what, pattern) => {
  const files = listSources('apps/server/src').filter(
    (file) => !/\/testing\/|\/features\/import\//.test(file),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchAccounts } from '../apps/server/src/ops/search-accounts.ts';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { givenCluster } from '../apps/server/src/testing/given-cluster.ts';
import { startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { contract } from './contract.ts';
import { DistributionCheck, type Exemption } from './distribution.ts';
import { buildOwner } from './endpoint-ids.ts';
import { inputOf, nameOf, requestOf } from './endpoint-rows.ts';
import { listSources, root } from './source-files.ts';
import { hasSubqueryInValues } from './statements.ts';

// A table that is distributed by account answers on one node only what names the account
// (docs/decisions/32-scale.md).

/** What to do about a statement that the check finds. */
const rule =
  'Compare the account id of each relation with a parameter (isOneOf, caller.accountIds), not with another column only';

/** What a call may read without the account id. */
const exemptions: readonly Exemption[] = [
  { by: 'GET /login/otp/login-stats', why: 'counts everybody' },
  { by: 'ops find', why: 'an operator searches all customers' },
];

let owner: pg.Client;
let check: DistributionCheck;
const portal = forFile(() => startPayingPortal());
beforeAll(async () => {
  owner = new pg.Client(portal.ownerUrl);
  check = new DistributionCheck(portal.ownerUrl, exemptions);
  await Promise.all([owner.connect(), check.open()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), check.close()]);
});

const signedIn = contract.filter(({ isPublic }) => !isPublic);

describe.each(signedIn.map((call) => [nameOf(call), call] as const))('%s', (name, call) => {
  test('[API-25] every table of customer data gets the account id as a parameter', async () => {
    const { login, ids } = await buildOwner(portal);
    const token = await portal.signIn(login.emailAddress);
    const input = call.query || call.body ? inputOf(call, ids) : { query: {} };
    const wrong = await check.watch(name, () => portal.inject(requestOf(call, input, token)));
    expect(wrong, rule).toEqual([]);
  });
});

test('[API-25] so does every table of a payment with a key, dated ahead, made again, or without a result', async () => {
  const pay = async (fields: object = {}, key?: string) => {
    const payer = await portal.buildPayer();
    const twice = async () => [
      await portal.pay(payer, { ...fields }, key),
      await portal.pay(payer, { ...fields }, key),
    ];
    return await check.watch('POST /payments/make-payment', twice);
  };
  expect(await pay({}, 'key'), rule).toEqual([]);
  expect(await pay({ payment_date: '2026-11-26' }, 'key'), rule).toEqual([]);
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers', calls: 1 });
  expect(await pay(), rule).toEqual([]);
});

// A cluster refuses what it cannot plan, and nothing else.
test.skipIf(givenCluster)(
  '[FIND-4] an operator’s search reads all customers, and is exempt by its name alone',
  async () => {
    const search = async () => {
      for (const said of ['a@example.com', '100200300', 'rivera 120 maple', '4242 84.99'])
        await searchAccounts(portal.db, said);
    };
    expect(await check.watch('ops find', search), rule).toEqual([]);
    expect((await check.watch('a call', search)).length).toBeGreaterThan(3);
  },
);

test('[API-25] no exemption is left over', () => {
  expect(check.unused()).toEqual([]);
});

test.each([
  ['insert into a (b, c) values ($1, (select d from e where f = $2))', true],
  ['insert into a (b) values ($1), (coalesce((select max(d) from e), 0)) on conflict do nothing', true],
  ['insert into a select * from (values ((select 1)), (2)) v', true],
  ['insert into a (b) values (now(), coalesce($1, lower($2))) returning (select 1)', false],
  ['select 1 from (values ($1, 2)) v (d, e) where exists (select 1 from f)', false],
])('[API-25] finds a subquery in the rows of values: %s', (statement, isFound) => {
  expect(hasSubqueryInValues(statement)).toBe(isFound);
});

/** What Citus refuses, wherever it appears. The import works on one node with its own tables. */
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

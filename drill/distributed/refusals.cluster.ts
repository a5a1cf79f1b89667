import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distributeDatabase } from '../../apps/server/src/platform/database/distribution/distribute.ts';
import {
  type ClusterUrls,
  dropDistributedDatabase,
  makeClusterDatabase,
  nodesOf,
} from '../../apps/server/src/testing/given-cluster.ts';
import { readOn } from './nodes.ts';

const cluster = process.env.DISTRIBUTED_URL ?? '';
const name = 'test_refusals';
let urls: ClusterUrls;
let nodes: string[];
beforeAll(async () => {
  nodes = await nodesOf(cluster);
  await dropDistributedDatabase(nodes, name);
  urls = await makeClusterDatabase(cluster, name);
});
afterAll(() => dropDistributedDatabase(nodes, name));

const run = (sql: string) => readOn(urls.superuserUrl, sql);
const placed = async () =>
  (
    await run(
      "select logicalrelid::text as name from pg_dist_partition where logicalrelid::text not like 'distribution.%'",
    )
  ).map(({ name: table }) => table);
const distribute = () => distributeDatabase(urls.ownerUrl);

test.each([
  [
    'a table that nobody knows',
    'create table surprise (id integer)',
    'Nobody knows where surprise should be: move what is not the portal’s to another schema.',
    'drop table surprise',
  ],
  [
    'a table that is placed otherwise',
    "select create_distributed_table('hub_subscription', 'provider')",
    `The table hub_subscription is already distributed otherwise: run "select undistribute_table('hub_subscription')" first.`,
    "select undistribute_table('hub_subscription')",
  ],
  [
    'a table that was placed as it should be, by hand',
    "select create_reference_table('payment_transition')",
    `The table payment_transition is already distributed otherwise: run "select undistribute_table('payment_transition')" first.`,
    "select undistribute_table('payment_transition')",
  ],
  [
    'a number that leads elsewhere',
    `insert into plan (id, name, name_es, monthly_price_cents, download_mbps, upload_mbps) values ('p', 'p', 'p', 1, 1, 1);
     insert into customer (customer_number, first_name, last_name) values ('1', 'A', 'B');
     insert into account (account_number, customer_id, account_type, status, bill_type, cycle_day, plan_id, monthly_price_cents)
       select '1', id, 'RESIDENTIAL', 'ACTIVE', 'EMAIL', 1, 'p', 1 from customer;
     update account_lookup set account_id = gen_random_uuid()`,
    'The account number 1 does not lead to its account: "npm run ops -- check" lists all such numbers.',
    'update account_lookup set account_id = (select id from account)',
  ],
  [
    'a schema of a release before',
    "delete from kysely_migration where name = '0024_lookup_customer'",
    'The schema lacks the migrations 0024_lookup_customer: run "npm run ops -- migrate".',
    "insert into kysely_migration values ('0024_lookup_customer', '')",
  ],
])('%s: one sentence, and nothing changed', async (_what, fault, sentence, mend) => {
  await run(fault);
  const before = await placed();
  await expect(distribute()).rejects.toThrow(sentence);
  expect(await placed()).toEqual(before);
  await run(mend);
});

test('a worker on which the application cannot log in, and one that is no coordinator', async () => {
  const worker = nodes[1] as string;
  await readOn(worker, 'set citus.enable_ddl_propagation = off; alter role myaccount_app nologin');
  await expect(distribute()).rejects.toThrow(
    /^The role myaccount_app cannot log in on .*: run "alter role myaccount_app login" there\.$/,
  );
  await readOn(worker, 'set citus.enable_ddl_propagation = off; alter role myaccount_app login');
  const there = new URL(urls.ownerUrl);
  there.host = new URL(worker).host;
  await expect(distributeDatabase(there.href)).rejects.toThrow('This node is a worker');
});

test('cut off in the middle it changed nothing; the next one places all, and another one nothing', async () => {
  const cut = distribute().catch((error: Error) => error.message);
  for (let tries = 0; tries < 100; tries++) {
    const working = await run(
      `select pid from pg_stat_activity where datname = '${name}' and query like 'select create_distributed_table%' and usename = 'myaccount_owner'`,
    );
    if (working[0]) {
      await run(`select pg_terminate_backend(${working[0].pid})`);
      break;
    }
    await sleep(5);
  }
  expect(await cut).toMatch(/terminat/);
  expect(await placed()).toEqual([]);
  expect((await distribute()).length).toBe(33);
  expect((await placed()).length).toBe(33);
  expect(await distribute()).toEqual([]);
  expect(await run('select count(*)::int as accounts from account')).toEqual([{ accounts: 1 }]);
});

import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import {
  distributionColumns,
  togetherTables,
} from '../../apps/server/src/platform/database/distribution/placement.ts';
import { distributedMigration } from '../../apps/server/src/platform/database/distribution/statements.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/testing/database.ts';
import { type ClusterNode, connectTo, listNodes, readOn } from './nodes.ts';

let database: TestDatabase;
let workers: ClusterNode[];
beforeAll(async () => {
  database = await createTestDatabase();
  [, ...workers] = await listNodes(database.superuserUrl);
});

const rights = (tables: string) => `
  select regexp_replace(c.relname, '_\\d{6,}$', '') as table, a.attname as column, p.privilege as right
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  cross join unnest(array['select', 'insert', 'update', 'references']) p (privilege)
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and ${tables}
    and has_column_privilege('myaccount_app', c.oid, a.attnum, p.privilege)
  union select regexp_replace(c.relname, '_\\d{6,}$', ''), '', p.privilege
  from pg_class c cross join unnest(array['delete', 'truncate', 'trigger', 'maintain']) p (privilege)
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and ${tables}
    and has_table_privilege('myaccount_app', c.oid, p.privilege)
  order by 1, 2, 3`;

test('the application may do on each part of a table what it may do on the table', async () => {
  const names = [...distributionColumns.keys()].map((name) => `'${name}'`).join(',');
  const here = await readOn(database.superuserUrl, rights(`c.relname in (${names})`));
  expect(here.length).toBeGreaterThan(500);
  expect(workers.length).toBeGreaterThan(1);
  for (const { url } of workers)
    expect(
      await readOn(url, rights(`c.relname ~ '_\\d{6,}$' and c.relname !~ '^payment_transition'`)),
    ).toEqual(here);
});

test.each([
  ['rewrites an entry of the audit trail', 'update audit_entry_PART set action = action'],
  ['deletes a posting', 'delete from ledger_posting_PART'],
  ['changes a balance', 'update account_PART set balance_cents = 1'],
  ['writes an event of a payment', 'update payment_event_PART set amount_cents = 1'],
  ['makes a table', 'create table surprise (id integer)'],
  ['makes a role', 'create role surprise'],
  ['moves a part to another node', "select citus_move_shard_placement(1, 'a', 1, 'b', 2)"],
])('on a worker the application never %s', async (_what, statement) => {
  for (const { url } of workers) {
    const [table = ''] = /\w+(?=_PART)/.exec(statement) ?? [];
    const [part] = await readOn<{ relname: string }>(
      url,
      `select relname from pg_class where relkind = 'r' and relname ~ $1`,
      [`^${table}_\\d{6,}$`],
    );
    const client = await connectTo(url.replace(/\/\/[^@]*@/, '//myaccount_app@'));
    try {
      const text = statement.replace(/\w+_PART/, part?.relname ?? '');
      await expect(client.query(text)).rejects.toThrow(
        /permission denied|must be|Only roles with|not allowed on this node/,
      );
    } finally {
      await client.end();
    }
  }
});

test('an account begins without a balance, whoever adds it', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  const insert = `insert into account (account_number, customer_id, account_type, status, bill_type, cycle_day, plan_id,
    monthly_price_cents, balance_cents) values ('1', gen_random_uuid(), 'RESIDENTIAL', 'ACTIVE', 'EMAIL', 1, 'x', 1, $1)`;
  await expect(client.query(insert, [5])).rejects.toThrow('begins without a balance');
  await client.query(insert, [0]);
  await client.end();
});

test('what a transaction writes on the coordinator and on one worker is one, whatever stays on the coordinator', async () => {
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  const told: string[] = [];
  owner.on('notice', ({ message = '' }) => told.push(message));
  await owner.query('set citus.log_remote_commands = on');
  for (const table of togetherTables) {
    told.length = 0;
    await owner.query('begin');
    await owner.query(
      "update account set version = version where id = '01a220ec-57ad-7674-bf3f-68e4e53ffcf2'",
    );
    await owner.query(`delete from ${table} where false`);
    await owner.query('commit');
    expect(told.join(), table).toContain('PREPARE TRANSACTION');
  }
  await owner.end();
});

test('no table is left behind: each is where the table of placement says', async () => {
  const rows = await readOn<{ name: string; column: string | null }>(
    database.superuserUrl,
    `select logicalrelid::text as name, column_to_column_name(logicalrelid, partkey) as column from pg_dist_partition
     where logicalrelid::text not like 'distribution.%' order by 1`,
  );
  const placed = new Map(rows.map(({ name, column }) => [name, column]));
  expect(placed.get('payment_transition')).toBeNull();
  placed.delete('payment_transition');
  expect([...placed]).toEqual([...distributionColumns].toSorted(([a], [b]) => a.localeCompare(b)));
});

test('a migration of a later release adds a table, a column, an index, and a trigger on every node', async () => {
  const migration = `
    create table favorite (
      account_id uuid not null references account,
      id uuid not null,
      payment_id uuid not null,
      primary key (account_id, id),
      foreign key (account_id, payment_id) references payment
    );
    grant select, insert on favorite to myaccount_app;
    alter table payment add column favored_at date;
    create function refuse_favorite() returns trigger language plpgsql as $$
    begin
      raise exception 'favorite; %', new.id;
    end $$;
    create trigger favorite_is_fixed before update on payment for each row
      when (old.favored_at is not null) execute function refuse_favorite();`;
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query('begin');
  for (const statement of distributedMigration(migration)) await owner.query(statement);
  await owner.query("select create_distributed_table('favorite', 'account_id', colocate_with => 'account')");
  await owner.query('commit');
  await owner.query('create index concurrently payment_favored on payment (favored_at)');
  await owner.end();
  for (const { url } of workers) {
    const [found] = await readOn(
      url,
      `select (select count(*)::int from pg_trigger where tgname ~ '^favorite_is_fixed_\\d+$') as triggers,
         (select count(*)::int from pg_class where relname ~ '^payment_favored_\\d+$' and relkind = 'i') as indexes,
         (select count(*)::int from pg_class where relname ~ '^payment_\\d+$' and relkind = 'r') as parts`,
    );
    expect(found).toMatchObject({ triggers: found?.parts, indexes: found?.parts });
  }
  expect((await readdir(new URL('../../apps/server/migrations/', import.meta.url))).length).toBeGreaterThan(
    20,
  );
});

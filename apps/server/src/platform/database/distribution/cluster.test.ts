import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withDatabase } from '../../../testing/database-url.ts';
import { forFile } from '../../../testing/for-tests.ts';
import { startTestPortal } from '../../../testing/portal.ts';
import { isUniqueViolation, isWorkerAway } from '../failure.ts';
import { listForeignKeys, listNarrowKeys } from './cluster.ts';
import { distributeDatabase } from './distribute.ts';
import { distributionColumns, isReference, placement } from './placement.ts';
import { isDistributed } from './statements.ts';
import { readWorkers, workerFigures } from './workers.ts';

let owner: pg.Client;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  const name = new URL(portal.ownerUrl).pathname.slice(1);
  owner = new pg.Client(withDatabase(inject('testPostgres').superuserUrl, name));
  await owner.connect();
});
afterAll(() => owner.end());

test('[API-25] one PostgreSQL is no cluster: it stays as it is, and is told what to do', async () => {
  const before = await owner.query('select relname, relkind from pg_class order by 1');
  await expect(distributeDatabase(portal.ownerUrl)).rejects.toThrow(
    'This PostgreSQL is no Citus cluster: install Citus, run "create extension citus", and add workers with citus_add_node.',
  );
  expect((await owner.query('select relname, relkind from pg_class order by 1')).rows).toEqual(before.rows);
  expect(await isDistributed(portal.db)).toBe(false);
});

test('[API-25] one PostgreSQL has no workers, in readiness and metrics neither', async () => {
  expect(await readWorkers(portal.db)).toBeUndefined();
  expect(await portal.db.transaction().execute((trx) => workerFigures.read(trx))).toEqual([]);
  const ready = await portal.inject({ url: '/myaccount/health/ready' });
  expect(ready.json()).not.toHaveProperty('workers');
});

test('[API-25] each key that is unique without the account is replaced by one that begins as it does', async () => {
  const found: string[] = [];
  for (const [table, column] of distributionColumns) {
    const keys = await listNarrowKeys(owner, table, column);
    found.push(...keys.map(({ columns }) => `${table} (${columns})`));
    await owner.query('begin');
    for (const { statements } of keys)
      await owner.query(statements.replace(/drop \S+ \S+?(?=[,;])/, '$& cascade'));
    expect(await listNarrowKeys(owner, table, column)).toEqual([]);
    const { rows } = await owner.query<{ definition: string }>(
      'select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and indisunique',
      [table],
    );
    const definitions = rows.map(({ definition }) => definition).join('\n');
    for (const { columns } of keys) expect(definitions).toContain(`(${columns}, ${column})`);
    await owner.query('rollback');
  }
  expect(found.toSorted()).toEqual([
    'account (account_number)',
    'appointment (external_id)',
    'appointment_link (token_hash)',
    'import_record (record_type, record_key)',
    'invoice (invoice_number)',
    'payment (external_id)',
    'payment (processor_reference)',
    'payment_method (external_id)',
  ]);
});

/** `ops check` finds what these would refuse: “what a row names elsewhere is there”. */
const crossing = [
  'account (customer_id) customer',
  'account (plan_id) plan',
  'captured_method (account_id, payment_method_id) payment_method',
  'consent (login_id) login',
  'email_change (login_id) login',
  'hero_application (login_id) login',
  'idempotency_key (account_id) account',
  'idempotency_key (account_id, payment_id) payment',
  'login_account (account_id) account',
  'outbox (account_id) account',
  'page_event (login_id) login',
  'payment (login_id) login',
];

test('[API-25] no new foreign key crosses between accounts and what stays together, unless a check does the same', async () => {
  const places = new Map<string, string>(Object.entries(placement));
  const isApart = (table: string) => !distributionColumns.has(table);
  expect([...places.keys()].filter(isReference)).toEqual(['payment_transition']);
  const keys = (await listForeignKeys(owner)).filter(
    ({ table, target }) => isApart(table) !== isApart(target),
  );
  expect(keys.map(({ table, columns, target }) => `${table} (${columns}) ${target}`).toSorted()).toEqual(
    crossing,
  );
});

test.each([
  [
    '08006',
    'connection to the remote node app@10.0.0.2:5432 failed with the following error: Connection refused',
    true,
  ],
  ['XX000', 'could not commit transaction for shard 102088 on at least one active node', true],
  ['XX000', 'SSL error: unexpected eof while reading', true],
  ['XX000', 'invalid memory alloc request size', false],
  ['08006', 'server closed the connection unexpectedly', true],
  ['23505', 'the remote node has it', false],
  ['08006', 'could not establish any connections to the node 10.0.0.2:5432 after 2000 ms', true],
  ['08003', 'connection does not exist', false],
])('[API-25] %s “%s” says that a worker is away: %s', (code, message, isAway) => {
  expect(isWorkerAway(Object.assign(new Error(message), { code }))).toBe(isAway);
});

test('[API-25] a unique index is known by its name on a part of its table, too', () => {
  const refused = (constraint: string) => Object.assign(new Error('taken'), { code: '23505', constraint });
  expect(isUniqueViolation(refused('one_payment_on_its_way_102103'), 'one_payment_on_its_way')).toBe(true);
  expect(isUniqueViolation(refused('one_payment_on_its_way'), 'one_payment_on_its_way')).toBe(true);
  expect(isUniqueViolation(refused('one_payment_on_its_way_x'), 'one_payment_on_its_way')).toBe(false);
});

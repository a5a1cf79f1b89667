import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withDatabase } from '../../../testing/database-url.ts';
import { forFile } from '../../../testing/for-tests.ts';
import { startTestPortal } from '../../../testing/portal.ts';
import { isUniqueViolation, isWorkerAway } from '../failure.ts';
import { distributeDatabase, listForeignKeys } from './distribute.ts';
import { lookForWork } from './look-for-work.ts';
import { distributionColumns, placement } from './placement.ts';
import { isDistributed, statementsOf } from './statements.ts';
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
  const listKeys = async (isNarrow: boolean) => {
    const { rows } = await owner.query<{ table: string; columns: string }>(
      `select indrelid::regclass::text as table, substring(pg_get_indexdef(indexrelid) from '\\(([^()]*)\\)') as columns
       from pg_index where indisunique and indrelid = any($1::text[]::regclass[]) order by 1, 2`,
      [[...distributionColumns.keys()]],
    );
    return rows.filter(
      ({ table, columns }) => columns.split(', ').includes(distributionColumns.get(table) ?? '') !== isNarrow,
    );
  };
  const narrow = await listKeys(true);
  expect(narrow.map(({ table, columns }) => `${table} (${columns})`)).toEqual([
    'account (account_number)',
    'appointment (external_id)',
    'appointment_link (token_hash)',
    'import_record (record_type, record_key)',
    'invoice (invoice_number)',
    'payment (external_id)',
    'payment (processor_reference)',
    'payment_method (external_id)',
  ]);
  const wide = narrow.map(({ table, columns }) => ({
    table,
    columns: `${columns}, ${distributionColumns.get(table)}`,
  }));
  await owner.query('begin');
  const text = await readFile(new URL('keys.sql', import.meta.url), 'utf8');
  // The foreign keys that need the narrow ones are gone by then.
  for (const statement of statementsOf(text))
    await owner.query(statement.replace(/drop constraint \S+(?=,)/, '$& cascade'));
  expect(await listKeys(true)).toEqual([]);
  expect(await listKeys(false)).toEqual(expect.arrayContaining(wide));
  await owner.query('rollback');
});

/** `ops check` finds what these would refuse: “what a row names elsewhere is there”. */
const crossing = [
  'account FOREIGN KEY (customer_id) REFERENCES customer(id)',
  'account FOREIGN KEY (plan_id) REFERENCES plan(id)',
  'captured_method FOREIGN KEY (account_id, payment_method_id) REFERENCES payment_method(account_id, id)',
  'consent FOREIGN KEY (login_id) REFERENCES login(id)',
  'email_change FOREIGN KEY (login_id) REFERENCES login(id)',
  'hero_application FOREIGN KEY (login_id) REFERENCES login(id)',
  'idempotency_key FOREIGN KEY (account_id) REFERENCES account(id)',
  'idempotency_key FOREIGN KEY (account_id, payment_id) REFERENCES payment(account_id, id)',
  'login_account FOREIGN KEY (account_id) REFERENCES account(id)',
  'outbox FOREIGN KEY (account_id) REFERENCES account(id)',
  'page_event FOREIGN KEY (login_id) REFERENCES login(id)',
  'payment FOREIGN KEY (login_id) REFERENCES login(id)',
];

test('[API-25] no new foreign key crosses between accounts and what stays together, unless a check does the same', async () => {
  expect(Object.values(placement).filter((place) => place === 'everywhere')).toHaveLength(1);
  const isApart = (table: string) => !distributionColumns.has(table);
  const keys = (await listForeignKeys(owner, Object.keys(placement))).filter(
    ({ table, target }) => isApart(table) !== isApart(target),
  );
  expect(keys.map(({ table, definition }) => `${table} ${definition}`).toSorted()).toEqual(crossing);
});

test.each([
  [
    '08006',
    'connection to the remote node app@10.0.0.2:5432 failed with the following error: Connection refused',
    true,
  ],
  ['XX000', 'could not commit transaction for shard 102088 on at least one active node', true],
  ['XX000', 'SSL error: unexpected eof while reading', true],
  ['XX000', 'SSL SYSCALL error: EOF detected', true],
  ['XX000', 'failure on connection marked as essential: 10.0.0.2:5432', true],
  ['08006', 'connection establishment for node 10.0.0.2:5432 failed', true],
  ['XX000', "failed to prepare transaction 'citus_0_1_2_0' on host 10.0.0.2:5432", true],
  ['XX000', 'failed to complete COPY on 10.0.0.2:5432', true],
  ['XX000', 'connection not open', true],
  ['XX000', 'invalid memory alloc request size', false],
  ['08006', 'server closed the connection unexpectedly', true],
  ['23505', 'the remote node has it', false],
  ['08006', 'could not establish any connections to the node 10.0.0.2:5432 after 2000 ms', true],
  ['08003', 'connection does not exist', false],
])('[API-25] %s “%s” says that a worker is away: %s', (code, message, isAway) => {
  expect(isWorkerAway(Object.assign(new Error(message), { code }))).toBe(isAway);
});

test('[API-25] a search that fails for another reason than a worker fails: it did not find nothing', async () => {
  let tries = 0;
  const search = () => ({ execute: async () => (tries++ === 0 ? Promise.reject(new Error('a bug')) : []) });
  await expect(lookForWork(portal.db, search)).rejects.toThrow('a bug');
});

test('[API-25] a unique index is known by its name on a part of its table, too', () => {
  const refused = (constraint: string) => Object.assign(new Error('taken'), { code: '23505', constraint });
  expect(isUniqueViolation(refused('one_payment_on_its_way_102103'), 'one_payment_on_its_way')).toBe(true);
  expect(isUniqueViolation(refused('one_payment_on_its_way'), 'one_payment_on_its_way')).toBe(true);
  expect(isUniqueViolation(refused('one_payment_on_its_way_x'), 'one_payment_on_its_way')).toBe(false);
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  distributionColumns,
  placement,
} from '../apps/server/src/platform/database/distribution/placement.ts';
import { createTestDatabase, type TestDatabase } from '../apps/server/src/testing/database.ts';

let database: TestDatabase;
let owner: pg.Client;
let application: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.ownerUrl);
  application = new pg.Client(database.url);
  await Promise.all([owner.connect(), application.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), application.end()]);
  await database.drop();
});

/** Keys that are unique in all accounts. One database holds them, beside the lookups (decision 32); a new table has none. */
const uniqueEverywhere = [
  // Customers and the provider name accounts, bills, methods, payments, and visits by their numbers.
  'account_account_number_key',
  'appointment_external_id_key',
  // Finds a visit by the secret of its link.
  'appointment_link_by_token',
  // An import of the release before names no account.
  'import_record_pkey',
  'invoice_invoice_number_key',
  'payment_external_id_key',
  'payment_method_external_id_key',
  // Names a payment to its processor.
  'payment_processor_reference_key',
  // Support finds a payment by it: unique in its account.
  'payment_reference_reference_account_id_key',
];

/** The ledger keeps the balance, and payments get their references, for all rows of a statement at once (decision 28). */
const statementTriggers = ['ledger_keeps_balance', 'payment_gets_reference'];

/** They look up what servers of the release before write. A distributed database has none of them. */
const releaseTriggers = [
  'account_adds_lookup',
  'appointment_adds_lookup',
  'import_record_names_account',
  'link_adds_lookup',
  'notice_adds_lookup',
];

describe('tables', () => {
  test('every table has a place: distributed by a column that it has, or together with others', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select c.relname as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%' order by 1`);
    expect(Object.keys(placement)).toEqual(rows.map(({ name }) => name));
    const { rows: columns } = await owner.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where is_nullable = 'NO' and table_schema = 'public'`);
    const all = columns.map(({ table, column }) => `${table}.${column}`);
    expect(all).toEqual(expect.arrayContaining([...distributionColumns].map((place) => place.join('.'))));
    const missing = rows.filter(
      ({ name }) => !distributionColumns.has(name) && all.includes(`${name}.account_id`),
    );
    expect(missing.map(({ name }) => name)).toEqual([
      'account_lookup',
      'calendar_feed',
      'idempotency_key',
      'login_account',
    ]);
  });

  test('an index of every distributed table begins with its column', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select distinct c.relname || '.' || a.attname as name from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey[0:0])`);
    const led = rows.map(({ name }) => name);
    // Of its records, an import names type and key.
    const expected = [...distributionColumns].filter(([table]) => table !== 'import_record');
    expect(led).toEqual(expect.arrayContaining(expected.map((place) => place.join('.'))));
  });

  test('no new table has a key that is unique in all accounts, or that the account does not lead', async () => {
    const { rows } = await owner.query<{ name: string; table: string; first: string }>(`
      select i.indexrelid::regclass::text as name, c.relname as table, a.attname as first from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisunique order by 1`);
    const found = rows.filter(({ table, first }) => (distributionColumns.get(table) ?? first) !== first);
    expect(found.map(({ name }) => name)).toEqual(uniqueEverywhere);
  });

  test('no new trigger of a statement reads the rows of all accounts that it changed', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select tgname as name from pg_trigger
      where not tgisinternal and (tgoldtable is not null or tgnewtable is not null) order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(statementTriggers);
  });

  test('no trigger of a row writes another table than one of its account, apart from those of the release before', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where not tgisinternal and p.prosrc ~ 'insert into account_lookup' order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(releaseTriggers);
  });

  test.each([
    ['changes the schema', 'create table surprise (id int)'],
    ['drops a table', 'drop table payment'],
    ['rewrites the ledger', 'update ledger_posting set amount_cents = 1'],
    ['deletes from the ledger', 'delete from ledger_posting'],
    ['rewrites the audit trail', "update audit_entry set actor = 'nobody'"],
    ['deletes from the audit trail', 'delete from audit_entry'],
    ['rewrites the audit trail of logins', "update login_audit_entry set actor = 'nobody'"],
    ['deletes from the audit trail of logins', 'delete from login_audit_entry'],
    ['rewrites a consent', "update consent set agreed_text = ''"],
    ['sets a balance by hand', 'update account set balance_cents = 0'],
    ['rewrites an export position', 'update payment_event set export_position = 1'],
    ['changes who counts the export', 'update export_stream set id = gen_random_uuid()'],
    ['changes a payment’s reference', "update payment_reference set reference = '00000000'"],
    ['allows a new payment transition', "insert into payment_transition values ('COMPLETED', 'PLANNED')"],
  ])('the application never %s', async (_what, statement) => {
    await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

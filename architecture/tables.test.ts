import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Tables without customer accounts: sign-ins and what belongs to them, outgoing messages, and settings. */
const withoutAccount = [
  'captured_method',
  'customer',
  'export_stream',
  'frame_sequence',
  'heartbeat',
  'hub_subscription',
  'idempotency_key',
  'import_record',
  'inbox_event',
  'job_round',
  'kysely_migration',
  'kysely_migration_lock',
  'login',
  'login_account',
  'login_audit_entry',
  'login_browser',
  'login_challenge',
  'login_throttle',
  'metric_counter',
  'metric_hour',
  'metric_rollup',
  'orbital_coverage',
  'outbox',
  'payment_transition',
  'plan',
  'processor_comparison',
  'rate_limit',
  'session',
  'slot',
  'slot_day',
];

/** Keys that are unique in all accounts. One database holds them (decision 32); a new table names its account first. */
const uniqueEverywhere = [
  // Customers and the provider name accounts, bills, methods, payments, and visits by their numbers.
  'account_account_number_key',
  'appointment_external_id_key',
  // Finds a visit by the secret of its link.
  'appointment_link_by_token',
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

describe('tables', () => {
  test('every table of customer data leads its main index with the account', async () => {
    const { rows } = await owner.query<{ name: string; first: string | null }>(`
      select c.relname as name, a.attname as first from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      left join pg_index i on i.indrelid = c.oid and (i.indisprimary
        or (c.relname = 'audit_entry' and i.indexrelid = 'audit_by_account'::regclass))
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relkind = 'r' order by 1`);
    const without = rows.filter(
      ({ name, first }) => first !== 'account_id' && !(name === 'account' && first === 'id'),
    );
    expect(without.map(({ name }) => name)).toEqual(withoutAccount);
  });

  test('no new table has a key that is unique in all accounts, or that the account does not lead', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select i.indexrelid::regclass::text as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_index main on main.indrelid = c.oid and main.indisprimary
      join pg_attribute l on l.attrelid = c.oid and l.attnum = main.indkey[0]
      join pg_index i on i.indrelid = c.oid and i.indisunique and i.indkey[0] <> main.indkey[0]
      where c.relkind = 'r' and (l.attname = 'account_id' or c.relname = 'account') order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(uniqueEverywhere);
  });

  test('no new trigger of a statement reads the rows of all accounts that it changed', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select tgname as name from pg_trigger
      where not tgisinternal and (tgoldtable is not null or tgnewtable is not null) order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(statementTriggers);
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

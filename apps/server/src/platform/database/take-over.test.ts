import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listCatalog } from '../../testing/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';

/** What the last migration from before the first release left, as far as it differs. */
const unreleased = `
  alter table audit_entry alter account_id drop not null, add column login_id uuid;
  create index audit_by_login on audit_entry (login_id, at desc) where login_id is not null;
  alter table payment_event add column transaction xid8 not null default pg_current_xact_id();
  create index payment_event_in_order on payment_event (transaction, number);
  create table payment_reference_backfill (
    is_only boolean primary key default true check (is_only), after_account_id uuid not null);
  create function give_new_payment_reference() returns trigger language plpgsql as $$ begin return null; end $$;
  create table login_code (login_id uuid primary key references login, attempts integer not null default 0);
  alter table email_change alter expires_at set default now() + interval '7 days';
  alter table payment_transition
    rename constraint payment_transition_from_state_not_null to payment_move_from_state_not_null;
  alter table payment_transition rename constraint payment_transition_to_state_not_null to payment_move_to_state_not_null;
  alter table payment rename constraint payment_reconcile_attempts_not_null to payment_reconcile_tries_not_null;
  grant select, insert, update on kysely_migration, kysely_migration_lock to myaccount_app;
  delete from kysely_migration;
  insert into kysely_migration values ('0001_customers', 'then'), ('0040_charging_pause', 'then');
  insert into audit_entry (at, actor, action, login_id, detail)
    values (now(), 'login:1', 'login.succeeded', '00000000-0000-0000-0000-000000000001', '{"method": "code"}');
  create table pgboss.schedule (name text);`;
/** As kysely makes them at the first migration. */
const migrationTables = `
  create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`;
/** Migrations that make the schema which {@link unreleased} takes back: later ones run after it was taken over. */
const takenOver = 10;

let database: TestDatabase;
let released: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  released = await listCatalog(database.ownerUrl);
  const { pathname } = new URL(database.ownerUrl);
  const superuserUrl = Object.assign(new URL(inject('testPostgres').superuserUrl), { pathname }).href;
  await query('drop schema public cascade', superuserUrl);
  await query('create schema public authorization myaccount_owner', superuserUrl);
  await query('grant usage on schema public to public', superuserUrl);
  await query('create schema pgboss authorization myaccount_owner', superuserUrl);
  await query(migrationTables);
  for (const name of (await listMigrations()).slice(0, takenOver))
    await query(await readFile(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8'));
});
afterAll(() => database.drop());

async function query(sql: string, url = database.ownerUrl) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows as unknown[][];
  } finally {
    await client.end();
  }
}

const names = async () => (await query('select name from kysely_migration order by 1')).flat();

test('[RELEASE-1] a database from before the first release is taken over as a new one is made, and loses nothing', async () => {
  await query(unreleased);
  expect(await listCatalog(database.ownerUrl)).not.toEqual(released);
  expect(await migrateDatabase(database.ownerUrl)).toEqual((await listMigrations()).slice(takenOver));
  expect(await listCatalog(database.ownerUrl)).toEqual(released);
  expect(await names()).toEqual(await listMigrations());
  expect(await query('select login_id, actor, action, detail from login_audit_entry')).toEqual([
    ['00000000-0000-0000-0000-000000000001', 'login:1', 'login.succeeded', { method: 'code' }],
  ]);
  expect(await query("select 1 from pg_namespace where nspname = 'pgboss'")).toEqual([]);
  expect(await migrateDatabase(database.ownerUrl)).toEqual([]);
});

test('[RELEASE-1] one that lacks migrations is refused in a sentence, and left as it is', async () => {
  const unfinished = ['0001_customers', '0039_amounts_stay'];
  await query(`delete from kysely_migration; insert into kysely_migration
    select name, 'then' from unnest('{${unfinished.join(',')}}'::text[]) name`);
  await expect(migrateDatabase(database.ownerUrl)).rejects.toThrow(
    /^This database is from before the first release and lacks its last migration, 0040_charging_pause: .*\.$/,
  );
  expect(await names()).toEqual(unfinished);
});

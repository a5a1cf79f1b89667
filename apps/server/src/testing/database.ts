import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { connectPool } from '../platform/database/connect.ts';
import { withDatabase } from './database-url.ts';
import { copyDistributedDatabase, dropDistributedDatabase, givenCluster, nodesOf } from './given-cluster.ts';
import { explainEveryStatement, isPartitioned } from './partitions.ts';

/** The PostgreSQL that all test files of a run share; its database `myaccount` is migrated and empty. */
export interface TestPostgres {
  readonly url: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

/** A database of one test file's own. */
export interface TestDatabase {
  /** The address for the application's role, as the server uses it. */
  readonly url: string;
  /** The address for the role that owns the tables, for builders and for looking at what happened. */
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  /** Removes the database, connected clients or not. */
  drop(): Promise<void>;
}

const template = 'myaccount';

let nodes: Promise<string[]> | undefined;
const clusterNodes = () => (nodes ??= nodesOf(inject('testPostgres').superuserUrl));

/** Makes a migrated, empty database in some tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const shared = inject('testPostgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (givenCluster) await copyDistributedDatabase(await clusterNodes(), template, name);
  else await runAsSuperuser(`create database ${name} template ${template} strategy file_copy`);
  const superuserUrl = withDatabase(shared.superuserUrl, name);
  if (isPartitioned) await explainEveryStatement(superuserUrl);
  return {
    url: withDatabase(shared.url, name),
    ownerUrl: withDatabase(shared.ownerUrl, name),
    superuserUrl,
    drop: async () =>
      givenCluster ? await dropDistributedDatabase(await clusterNodes(), name) : await dropDatabase(name),
  };
}

/** A database that the next test can use. */
export interface BorrowedDatabase extends TestDatabase {
  /** An operator's connections. They stay open: what a new one reads of the catalog takes longer than most tests. */
  readonly pool: pg.Pool;
  /** Empties the database for the next borrower, and ends connections that a failed test left in a transaction. */
  giveBack(): Promise<void>;
}

/** Tables whose rows come from the migrations. */
const migratedTables = [
  'export_stream',
  'heartbeat',
  'kysely_migration',
  'kysely_migration_lock',
  'metric_rollup',
  'payment_transition',
];
const freeDatabases: BorrowedDatabase[] = [];

/**
 * Returns a migrated, empty database for one test: one that an earlier test gave back, or a new one. It is removed together
 * with the PostgreSQL of the run.
 */
export async function borrowTestDatabase(): Promise<BorrowedDatabase> {
  const free = freeDatabases.pop();
  if (free) return free;
  const database = await createTestDatabase();
  const pool = connectPool({ url: database.url, maximumConnections: 8, worker: 'command' });
  const superuser = openForGood(database.superuserUrl);
  const borrowed: BorrowedDatabase = {
    ...database,
    pool,
    giveBack: async () => {
      await superuser.query(givenCluster ? truncateAllTables : emptyAllTables);
      freeDatabases.push(borrowed);
    },
  };
  return borrowed;
}

/** Touches only tables with rows; without constraints and triggers, because some tables refuse every deletion. */
const emptyAllTables = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid();
  set session_replication_role = replica;
  do $$
  declare
    name text;
    has_rows boolean;
  begin
    for name in select tablename from pg_tables
      where schemaname = 'public' and tablename <> all ('{${migratedTables.join(',')}}')
    loop
      execute format('select exists (select from %I)', name) into has_rows;
      if has_rows then execute format('delete from %I', name); end if;
    end loop;
  end $$;`;

/** On a cluster: triggers are the nodes' own. */
const truncateAllTables = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and backend_type = 'client backend';
  do $$
  declare
    name text;
    has_rows boolean;
    filled text[] := '{}';
  begin
    for name in select tablename from pg_tables
      where schemaname = 'public' and tablename <> all ('{${migratedTables.join(',')}}')
    loop
      execute format('select exists (select 1 from %I)', name) into has_rows;
      if has_rows then filled := filled || quote_ident(name); end if;
    end loop;
    if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  end $$;`;

let superuser: pg.Pool | undefined;

/** Runs a statement over a connection that all test files of a worker share. Returns the number of its rows. */
async function runAsSuperuser(sql: string): Promise<number> {
  superuser ??= openForGood(inject('testPostgres').superuserUrl);
  return (await superuser.query(sql)).rowCount ?? 0;
}

const closingMs = 1_000;
const pollMs = 10;

/** Drops a database, by force only after connections had time to close: one that is cut off while it closes is an error. */
async function dropDatabase(name: string): Promise<void> {
  const inUse = `select 1 from pg_stat_activity where datname = '${name}'`;
  for (let waitedMs = 0; waitedMs < closingMs && (await runAsSuperuser(inUse)) > 0; waitedMs += pollMs) {
    await sleep(pollMs);
  }
  await runAsSuperuser(`drop database if exists ${name} with (force)`);
}

/** Keeps one connection until this process or PostgreSQL ends, and neither waits for it. */
function openForGood(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  return pool;
}

import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration';
import { buildIndexes } from './build-indexes.ts';
import { connectPool } from './connect.ts';
import { distributedMigration, isDistributed } from './distribution/statements.ts';
import { isLockConflict } from './failure.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/** Provides the .sql files of apps/server/migrations in the order of their names. Migrations only go forward. */
const provider: MigrationProvider = {
  async getMigrations() {
    return Object.fromEntries((await listMigrations()).map((name) => [name, migrationOf(name)]));
  },
};

let known: Promise<string[]> | undefined;

/** Returns the names of this release's migrations, in order. A running release's files do not change. */
export function listMigrations(): Promise<string[]> {
  known ??= readdir(folder).then((files) =>
    files
      .filter((name) => name.endsWith('.sql'))
      .map((name) => name.replace(/\.sql$/, ''))
      .sort(),
  );
  return known;
}

/** Shorter than PostgreSQL's `deadlock_timeout` of a second: of a customer's transaction and a migration, the migration gives way. */
const lockTimeoutMs = 500;
const lockAttempts = 60;
const betweenAttemptsMs = 1_000;

function migrationOf(name: string): Migration {
  return {
    async up(database) {
      await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(database);
      const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
      const statements = (await isDistributed(database)) ? distributedMigration(text) : [text];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  };
}

const createApplicationRole = `
  do $$ begin
    if not exists (select 1 from pg_roles where rolname = 'myaccount_app') then create role myaccount_app; end if;
  end $$`;

/**
 * Migrates the database to the newest schema, as its owner. Safe to call at every start, from several servers at once, and while
 * customers pay: it is tried again when others hold its tables. Returns the names of the applied migrations. Throws with the name
 * of a failing migration, which is rolled back.
 */
export async function migrateDatabase(ownerUrl: string): Promise<string[]> {
  const pool = connectPool({ url: ownerUrl, maximumConnections: 2, worker: 'owner' });
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql.raw(createApplicationRole).execute(database);
    const { error, results = [] } = await migrateOnceFree(new Migrator({ db: database, provider }));
    const failed = results.find((result) => result.status === 'Error');
    if (error)
      throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${String(error)}`, { cause: error });
    await buildIndexes(pool);
    return results.map((result) => result.migrationName);
  } finally {
    await database.destroy();
  }
}

async function migrateOnceFree(migrator: Migrator): Promise<MigrationResultSet> {
  for (let attempt = 1; ; attempt++) {
    const result = await migrator.migrateToLatest();
    if (!isLockConflict(result.error) || attempt === lockAttempts) return result;
    await sleep(betweenAttemptsMs);
  }
}

import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { buildIndexes } from './build-indexes.ts';
import { connectPool } from './connect.ts';

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

function migrationOf(name: string): Migration {
  return {
    async up(database) {
      await sql.raw(await readFile(new URL(`${name}.sql`, folder), 'utf8')).execute(database);
    },
  };
}

const createApplicationRole = `
  do $$ begin
    if not exists (select 1 from pg_roles where rolname = 'myaccount_app') then create role myaccount_app; end if;
  end $$`;

/**
 * Migrates the database to the newest schema, as its owner. Safe to call at every start and from several servers at
 * once. Returns the names of the applied migrations. Throws with the name of a failing migration, which is rolled back.
 */
export async function migrateDatabase(ownerUrl: string): Promise<string[]> {
  const pool = connectPool({ url: ownerUrl, maximumConnections: 2, worker: 'owner' });
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql.raw(createApplicationRole).execute(database);
    const { error, results = [] } = await new Migrator({ db: database, provider }).migrateToLatest();
    const failed = results.find((result) => result.status === 'Error');
    if (error)
      throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${String(error)}`, { cause: error });
    await buildIndexes(pool);
    return results.map((result) => result.migrationName);
  } finally {
    await database.destroy();
  }
}

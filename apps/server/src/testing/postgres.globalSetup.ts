import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import type {} from './database.ts';
import { makeTemporaryDataDir } from './temporary-data-dir.ts';

const log = { info: () => undefined, warn: console.warn };
/** Fast settings without durability: tests lose nothing if the machine crashes. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
};

/** Starts one PostgreSQL for the whole run, with a migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeTemporaryDataDir('myaccount-test-');
  const postgres = await startEmbeddedPostgres({ dataDir, log, holder: 'tests', settings: fastSettings });
  await migrateDatabase(postgres.ownerUrl);
  const { url, ownerUrl, superuserUrl } = postgres;
  project.provide('testPostgres', { url, ownerUrl, superuserUrl });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { DataDirInUse, lockDataDir } from '../platform/embedded-postgres/data-dir-lock.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { stopOrphan } from '../platform/embedded-postgres/postmaster.ts';
import type {} from './database.ts';

const PREFIX = 'myaccount-test-';
const BEGINNING_MS = 60_000;
const log = { info: () => undefined, warn: console.warn };
/** Tests lose nothing when the machine does. */
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
};

/** One PostgreSQL for the whole run, with a migrated database that every test file gets a copy of. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  // PostgreSQL's own user has to reach it; what is inside is private again.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log, holder: 'tests', settings: FORGETFUL });
  await migrateDatabase(postgres.ownerUrl);
  const { url, ownerUrl, superuserUrl } = postgres;
  project.provide('testPostgres', { url, ownerUrl, superuserUrl });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A run that was killed leaves its folder and a PostgreSQL behind; a folder that is in use is another run's. */
async function removeAbandoned(): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const dataDir of folders.map((name) => join(tmpdir(), name))) {
    // A run that is just beginning has its folder a moment before its lock.
    if (Date.now() - statSync(dataDir).mtimeMs < BEGINNING_MS) continue;
    try {
      const lock = await lockDataDir(dataDir, 'tests');
      const folder = join(dataDir, 'postgres');
      await stopOrphan({ cluster: join(folder, 'cluster'), socketDir: join(folder, 'socket') });
      rmSync(dataDir, { recursive: true, force: true });
      lock.release();
    } catch (error) {
      if (!(error instanceof DataDirInUse)) console.warn(`${dataDir} could not be removed: ${error}`);
    }
  }
}

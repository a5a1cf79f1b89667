import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirInUse, lockDataDir } from '../platform/embedded-postgres/data-dir-lock.ts';
import { stopOrphan } from '../platform/embedded-postgres/postmaster.ts';

const BEGINNING_MS = 60_000;

/**
 * Makes a data folder for one run of tests, and removes those of earlier runs that were killed, with the PostgreSQL
 * that they left running.
 */
export async function makeTemporaryDataDir(prefix: string): Promise<string> {
  await removeAbandoned(prefix);
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  // PostgreSQL's own user has to reach it; what is inside is private again.
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** A folder that is in use is another run's. */
async function removeAbandoned(prefix: string): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
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

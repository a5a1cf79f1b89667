import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DataDirInUse, lockDataDir } from '../data-dir-lock.ts';
import { requireCurrentNode } from '../node-version.ts';
import { hasClients, stopOrphan } from '../postmaster.ts';
import { identifyThisProcess, isAlive, type ProcessIdentity } from '../process-identity.ts';

/** The run of tests that made a folder. */
interface Owner extends ProcessIdentity {
  readonly checkout: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ownerFile = 'owner.json';
const checkout = resolve(import.meta.dirname, '..', '..', '..', '..');

/**
 * Makes a data folder for one run of tests. Removes the folders of earlier runs that were killed, in any checkout, and
 * stops the PostgreSQL that they left running.
 */
export async function makeTemporaryDataDir(prefix: string): Promise<string> {
  requireCurrentNode();
  await removeAbandoned(prefix);
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  const owner: Owner = { ...identifyThisProcess(), checkout };
  writeFileSync(join(dataDir, ownerFile), `${JSON.stringify(owner)}\n`);
  // PostgreSQL's own user has to reach it; what is inside is private again.
  chmodSync(dataDir, 0o711);
  return dataDir;
}

async function removeAbandoned(prefix: string): Promise<void> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  for (const dataDir of folders.map((name) => join(tmpdir(), name))) {
    if (!isAbandoned(dataDir)) continue;
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

/**
 * Whether a folder's run is over: the process that made it has ended, nobody is connected to its database, and it is
 * old enough not to be one that is just starting. A folder without a readable owner has to be a day old.
 */
function isAbandoned(dataDir: string): boolean {
  const ageMs = Date.now() - (statSync(dataDir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const owner = readOwner(dataDir);
  const isOver = owner ? isAlive(owner) === false && ageMs > minuteMs : ageMs > dayMs;
  return isOver && !hasClients(join(dataDir, 'postgres', 'cluster'));
}

function readOwner(dataDir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, ownerFile), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

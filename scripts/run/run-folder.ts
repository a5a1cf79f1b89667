import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyThisProcess, isAlive } from '@myaccount/local-postgres/process-identity';
import { endProcesses, type RunProcess } from './run-processes.ts';

const prefix = 'myaccount-run-';
const ownerFile = 'owner.json';
const systemStateDir = '/var/lib';

/** Makes the folder for a run's temporary files. Ends and removes what an earlier run left that was killed. */
export async function makeRunFolder(): Promise<string> {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  for (const folder of folders.map((name) => join(tmpdir(), name)))
    if (isAbandoned(folder)) await removeRunFolder(folder, []);
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, ownerFile), JSON.stringify(identifyThisProcess()));
  // PostgreSQL's own user has to reach its files.
  chmodSync(folder, 0o711);
  return folder;
}

/** Ends the processes of a run, and removes its folder. */
export async function removeRunFolder(folder: string, processes: readonly RunProcess[]): Promise<void> {
  await endProcesses(folder, processes);
  for (const outside of listOutsideFolders(folder)) rmSync(outside, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Returns where the clusters of data folders below this one are that PostgreSQL's user could not reach. */
export function listOutsideFolders(folder: string): string[] {
  const names = readdirSync(systemStateDir).filter((name) => name.startsWith('myaccount-'));
  return names
    .map((name) => join(systemStateDir, name))
    .filter((outside) => {
      const mark = join(outside, 'data-folder.txt');
      return existsSync(mark) && readFileSync(mark, 'utf8').startsWith(`${folder}/`);
    });
}

/** Whether the process that made a folder has ended. A folder without its name is one that is being made. */
function isAbandoned(folder: string): boolean {
  const file = join(folder, ownerFile);
  return existsSync(file) && isAlive(JSON.parse(readFileSync(file, 'utf8'))) === false;
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The right of one process to use a data folder. */
export interface DataDirLock {
  release(): void;
}

/** Somebody else uses the data folder; the message names the process. */
export class DataDirInUse extends Error {}

/**
 * Takes a data folder for this process until it ends or releases it. The lock is a socket name that the kernel
 * frees with its owner, so a killed process leaves nothing behind that would have to be judged stale.
 *
 * @param holder how messages to a second process name this one, such as `npm start`
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string, holder: string): Promise<DataDirLock> {
  mkdirSync(dataDir, { recursive: true });
  const holderFile = join(dataDir, 'running.json');
  const lock = createServer((connection) => connection.destroy());
  lock.listen({ path: lockName(dataDir) });
  try {
    await once(lock, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw inUse(dataDir, holderFile);
    throw error;
  }
  lock.unref();
  const since = new Date().toISOString();
  writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, holder, since })}\n`);
  return {
    release: () => {
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

/** A name in the kernel's own table (hence the NUL), made from what the folder is rather than what it is called. */
function lockName(dataDir: string): string {
  const { dev, ino } = statSync(dataDir);
  return `\0myaccount-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
}

function inUse(dataDir: string, holderFile: string): DataDirInUse {
  let who = 'another process';
  try {
    const { pid, holder, since } = JSON.parse(readFileSync(holderFile, 'utf8'));
    who = `"${holder}" (process ${pid}, since ${since})`;
  } catch {
    // The other process has the lock but has not written its name yet: it stays "another process".
  }
  return new DataDirInUse(
    `The data folder ${dataDir} is in use by ${who}. Stop it first, or choose another folder with DATA_DIR.`,
  );
}

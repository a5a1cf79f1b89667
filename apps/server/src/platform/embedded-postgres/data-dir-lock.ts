import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One process's exclusive lock on a data folder. */
export interface DataDirLock {
  /** Tells the next process to wait. */
  announceStop(): void;
  release(): void;
}

/** Another process uses the data folder. The message names it. */
export class DataDirInUse extends Error {}

interface Holder {
  readonly pid: number;
  readonly holder: string;
  readonly since: string;
  readonly isStopping: boolean;
}

const pollMs = 100;
/** How long a process may take to notice that it must stop, for example because its launcher was killed. */
const noticeMs = 1500;
const stopMs = 30_000;

/**
 * Locks a data folder for this process until it ends or releases the lock. Waits for a process that is stopping. The
 * lock is a socket name that the kernel frees with its owner, so a killed process leaves no stale lock.
 *
 * @param holder the name of this process in messages to a second one, such as `npm start`
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string, holder: string): Promise<DataDirLock> {
  mkdirSync(dataDir, { recursive: true });
  const holderFile = join(dataDir, 'running.json');
  const lock = await listenWhenFree(dataDir, holderFile);
  const me: Holder = { pid: process.pid, holder, since: new Date().toISOString(), isStopping: false };
  writeHolder(holderFile, me);
  return {
    announceStop: () => writeHolder(holderFile, { ...me, isStopping: true }),
    release: () => {
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

async function listenWhenFree(dataDir: string, holderFile: string): Promise<Server> {
  const startedAt = performance.now();
  for (;;) {
    const lock = await tryToListen(lockName(dataDir));
    if (lock) return lock;
    const holder = readHolder(holderFile);
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > (holder?.isStopping ? stopMs : noticeMs)) throw inUse(dataDir, holder);
    await sleep(pollMs);
  }
}

async function tryToListen(name: string): Promise<Server | undefined> {
  const lock = createServer((connection) => connection.destroy());
  lock.listen({ path: name });
  try {
    await once(lock, 'listening');
    lock.unref();
    return lock;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** An abstract socket name (hence the NUL), from the folder's device and inode, not its path. */
function lockName(dataDir: string): string {
  const { dev, ino } = statSync(dataDir);
  return `\0myaccount-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
}

function writeHolder(holderFile: string, holder: Holder): void {
  writeFileSync(`${holderFile}.new`, `${JSON.stringify(holder)}\n`);
  renameSync(`${holderFile}.new`, holderFile);
}

function readHolder(holderFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile, 'utf8')) as Holder;
  } catch {
    // The other process has the lock but has not written the file yet.
    return undefined;
  }
}

function inUse(dataDir: string, holder: Holder | undefined): DataDirInUse {
  const who = holder
    ? `"${holder.holder}" (process ${holder.pid}, since ${holder.since})`
    : 'another process';
  return new DataDirInUse(
    `The data folder ${dataDir} is in use by ${who}. Stop it first, or choose another folder with DATA_DIR.`,
  );
}

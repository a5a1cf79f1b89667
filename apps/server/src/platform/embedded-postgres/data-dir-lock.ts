import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The right of one process to use a data folder. */
export interface DataDirLock {
  /** Tells a next process that waiting is worth while. */
  announceStop(): void;
  release(): void;
}

/** Somebody else uses the data folder; the message names the process. */
export class DataDirInUse extends Error {}

interface Holder {
  pid: number;
  holder: string;
  since: string;
  isStopping: boolean;
}

const POLL_MS = 100;
/** How long a process may take until it notices that it has to stop, as when the one that started it was killed. */
const NOTICE_MS = 1500;
const STOP_MS = 30_000;

/**
 * Takes a data folder for this process until it ends or releases it; waits for one that is about to end. The lock is
 * a socket name that the kernel frees with its owner, so a killed process leaves nothing that had to be judged stale.
 *
 * @param holder how messages to a second process name this one, such as `npm start`
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
  const begunAt = performance.now();
  for (;;) {
    const lock = await tryToListen(lockName(dataDir));
    if (lock) return lock;
    const holder = readHolder(holderFile);
    const waitedMs = performance.now() - begunAt;
    if (waitedMs > (holder?.isStopping ? STOP_MS : NOTICE_MS)) throw inUse(dataDir, holder);
    await sleep(POLL_MS);
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

/** A name in the kernel's own table (hence the NUL), made from what the folder is rather than what it is called. */
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
    // The other process has the lock but has not written its name yet.
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

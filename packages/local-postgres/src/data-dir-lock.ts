import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireCurrentNode } from './node-version.ts';
import { identifyThisProcess, isAlive, type ProcessIdentity } from './process-identity.ts';

/** The right of one process to use a data folder. */
export interface DataDirLock {
  /** Tells the next process that this one is about to end, so that it waits. */
  announceStop(): void;
  release(): void;
}

/** Another process uses the data folder; the message names it. */
export class DataDirInUse extends Error {}

interface Holder extends ProcessIdentity {
  holder: string;
  since: string;
  isStopping: boolean;
}

const pollMs = 100;
/** Time that a process gets to notice that it has to stop, for example because its parent was killed. */
const noticeMs = 1500;
const stopMs = 30_000;

/**
 * Locks a data folder for this process until it ends or releases the lock; waits for a holder that is about to end.
 * The lock is a socket name that the kernel frees with its owner. A free name is not enough, because other versions of
 * Node and other network namespaces do not see it: the holder that the folder names must not be alive either.
 *
 * @param holder the name of this process in messages to a second one, such as `npm start`
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string, holder: string): Promise<DataDirLock> {
  requireCurrentNode();
  mkdirSync(dataDir, { recursive: true });
  const holderFile = join(dataDir, 'running.json');
  const lock = await listenWhenFree(dataDir, holderFile);
  const me: Holder = {
    ...identifyThisProcess(),
    holder,
    since: new Date().toISOString(),
    isStopping: false,
  };
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
    const holder = readHolder(holderFile);
    if (lock && !isHeldElsewhere(holder)) return lock;
    lock?.close();
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > (holder?.isStopping ? stopMs : noticeMs)) throw inUse(dataDir, holder);
    await sleep(pollMs);
  }
}

/** Whether the process that the folder names still lives, although the kernel knows of no lock. */
function isHeldElsewhere(holder: Holder | undefined): boolean {
  return holder !== undefined && holder.pid !== process.pid && isAlive(holder) === true;
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
    // Nobody held the folder before, or the holder has not written its name yet.
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

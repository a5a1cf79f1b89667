import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresEnv } from './cluster.ts';
import type { ClusterHome } from './cluster-home.ts';
import type { PostgresUser } from './postgres-user.ts';

/** A running PostgreSQL that this process started. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when it has ended for any reason. */
  readonly ended: Promise<void>;
}

/** Options for one start. */
export interface PostmasterStart {
  readonly program: string;
  readonly home: ClusterHome;
  readonly user: PostgresUser | undefined;
  readonly logFile: string;
  /** Server settings on top of the cluster's own. */
  readonly settings: Record<string, string>;
}

const readyPollMs = 20;
/** Source: PostgreSQL, miscadmin.h “PM_STATUS”. A standby accepts readers. */
const acceptingStates = ['ready', 'standby'];
const fastStopMs = 30_000;
const logTailLines = 12;

/** Starts PostgreSQL on an existing cluster. Waits until it accepts connections, including crash recovery. */
export async function startPostmaster(start: PostmasterStart): Promise<Postmaster> {
  mkdirSync(dirname(start.logFile), { recursive: true });
  const log = openSync(start.logFile, 'a', 0o600);
  const settings = Object.entries(start.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: Ctrl-C signals every process of the group, and the database must stop last.
  const child = spawn(start.program, ['-D', start.home.cluster, ...settings], {
    ...start.user,
    cwd: '/',
    detached: true,
    env: postgresEnv,
    stdio: ['ignore', log, log],
  });
  const ended = once(child, 'exit').then(() => undefined);
  closeSync(log);
  await waitUntilReady(child, start);
  return { pid: child.pid as number, ended };
}

/** Stops a PostgreSQL by its process id and waits for its end. Uses stronger signals if that takes too long. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning(pid)) return;
    sendSignal(pid, signal);
    const deadline = performance.now() + fastStopMs;
    while (performance.now() < deadline) {
      if (!isRunning(pid)) return;
      await sleep(readyPollMs);
    }
  }
}

/**
 * Stops a PostgreSQL that a killed process left running on this cluster. Then removes stale lock files, which would
 * block the start: their process number may belong to another program (after a reboot) or to a zombie. Keeps the lock
 * files while any process works on the cluster, and lets PostgreSQL decide.
 *
 * @returns the id of the stopped process, if there was one
 */
export async function stopOrphan(
  home: Pick<ClusterHome, 'cluster' | 'socketDir'>,
): Promise<number | undefined> {
  const pid = Number(readLockFile(home.cluster)[0]);
  const isOrphan = Boolean(pid) && worksIn(pid, home.cluster);
  if (isOrphan) await stopPostmaster(pid);
  if (listClusterProcesses(home.cluster).length === 0) {
    rmSync(join(home.cluster, 'postmaster.pid'), { force: true });
    const sockets = existsSync(home.socketDir) ? readdirSync(home.socketDir) : [];
    for (const name of sockets) rmSync(join(home.socketDir, name), { force: true });
  }
  return isOrphan ? pid : undefined;
}

async function waitUntilReady(child: ChildProcess, start: PostmasterStart): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.once('exit', (code) => {
    failure ??= new Error(`PostgreSQL exited with ${code} while starting:\n${logTail(start.logFile)}`);
  });
  for (;;) {
    if (failure) throw failure;
    const lines = readLockFile(start.home.cluster);
    if (Number(lines[0]) === child.pid && acceptingStates.includes(lines[7]?.trim() ?? '')) return;
    await sleep(readyPollMs);
  }
}

/** Whether a client is connected to a PostgreSQL on this cluster: each has its own process, titled with its origin. */
export function hasClients(cluster: string): boolean {
  return listClusterProcesses(cluster).some((pid) => / \[local\]|\(\d+\)/.test(readTitle(pid)));
}

function listClusterProcesses(cluster: string): number[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).filter((pid) => worksIn(pid, cluster));
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The lines of postmaster.pid; the first is the process, the eighth its state. Empty when there is none. */
function readLockFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Every PostgreSQL process has its cluster as working directory. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** Whether a process is running. A zombie (state Z) is not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function logTail(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-logTailLines).join('\n');
}

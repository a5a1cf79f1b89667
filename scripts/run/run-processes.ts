import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopPostmaster } from '@myaccount/local-postgres/postmaster';
import { readStartTicks } from '@myaccount/local-postgres/process-identity';

/** A process, told from a later one with the same number by when it started. */
export interface RunProcess {
  readonly pid: number;
  readonly startedAtTicks: string;
}

const pollMs = 50;
/** What its own user's environment does not name. */
const databasePrograms = ['postgres', 'initdb'];

/** Whether a process has not ended. */
export function isLiving({ pid, startedAtTicks }: RunProcess): boolean {
  return readStartTicks(pid) === startedAtTicks;
}

/** Returns the processes that a process has started, and those that these have. */
export function listDescendants(root: number): RunProcess[] {
  const parents = new Map(listPids().map((pid) => [pid, readParent(pid)]));
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).flatMap(identify);
}

/**
 * Ends these processes, what they have started, and every process of the folder, until none is left: one whose environment names the
 * folder, or a PostgreSQL that works in it.
 */
export async function endProcesses(folder: string, known: readonly RunProcess[]): Promise<void> {
  for (let all = [...known]; ; await sleep(pollMs)) {
    const found = listPids()
      .filter((pid) => pid !== process.pid && belongsTo(pid, folder))
      .flatMap(identify);
    const living = [...all, ...found].filter(isLiving);
    if (living.length === 0) return;
    all = [...living, ...living.flatMap(({ pid }) => listDescendants(pid))];
    const pids = [...new Set(all.map(({ pid }) => pid))];
    for (const pid of pids.filter((one) => readName(one) !== 'postgres')) kill(pid);
    // It removes its shared memory, and ends its own processes.
    const postmasters = pids.filter(
      (pid) => readName(pid) === 'postgres' && readName(readParent(pid)) !== 'postgres',
    );
    await Promise.all(postmasters.map(stopPostmaster));
  }
}

function belongsTo(pid: number, folder: string): boolean {
  if (readProcess(pid, 'environ').includes(folder)) return true;
  if (!databasePrograms.includes(readName(pid))) return false;
  return readProcess(pid, 'cmdline').includes(folder) || readFolder(pid).startsWith(folder);
}

function identify(pid: number): RunProcess[] {
  const startedAtTicks = readStartTicks(pid);
  return startedAtTicks ? [{ pid, startedAtTicks }] : [];
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function listPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readName(pid: number): string {
  return readProcess(pid, 'comm').trim();
}

function readParent(pid: number): number {
  return Number(/^PPid:\t(\d+)$/m.exec(readProcess(pid, 'status'))?.[1] ?? Number.NaN);
}

/** Returns a file of /proc/PID; an empty text if the process has ended or is another user's. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function readFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

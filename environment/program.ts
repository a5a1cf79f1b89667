import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../scripts/start/local-settings.ts';

export const checkout = resolve(import.meta.dirname, '..');

/** A measured program. It is never restarted, because that would hide a crash. */
export interface Program extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** MiB that the program keeps after garbage collection, if it was started with report-heap.ts. */
  heapMiB(): Promise<number>;
  /** Returns the exit code. */
  stop(): Promise<number | null>;
}

interface ProgramStart {
  readonly name: string;
  /** Path in the checkout. */
  readonly script: string;
  /** PORT is where it listens. */
  readonly settings: Settings;
  readonly logFolder: string;
}

const readyPollMs = 50;
const readyWithinMs = 60_000;

/** Starts a program in its own process and waits until it is ready. */
export async function startProgram(start: ProgramStart): Promise<Program> {
  const logFile = join(start.logFolder, `${start.name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [join(checkout, start.script)], {
    // Only operator commands may use the owner's login.
    env: { PATH: process.env.PATH, ...start.settings, DATABASE_OWNER_URL: '', LAUNCHER_IPC: '1' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${start.settings.PORT}`;
  await waitUntilReady(child, url, { name: start.name, logFile });
  const stop = async () => {
    if (hasEnded(child)) throw new Error(`The ${start.name} ended during the measurement: ${logFile}`);
    child.kill('SIGTERM');
    const [exitCode] = await once(child, 'exit');
    return exitCode;
  };
  return {
    url,
    pid: child.pid as number,
    heapMiB: async () => {
      child.send('heap');
      const [mebibytes] = await once(child, 'message');
      return mebibytes as number;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** A program that responds at all is ready: each listens only when it can work. */
async function waitUntilReady(
  child: ChildProcess,
  url: string,
  { name, logFile }: { name: string; logFile: string },
): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!hasEnded(child) && performance.now() < deadline) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return;
    await sleep(readyPollMs);
  }
  child.kill('SIGKILL');
  throw new Error(`The ${name} did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

const ticksPerSecond = 100;
const ownTimeField = 11;
const endedChildrenTimeField = 13;

/** CPU seconds that a process has used (Linux, proc(5)). */
export function readCpuSeconds(pid: number): number {
  return readTimes(pid, ownTimeField);
}

/** CPU seconds of a process's children that have ended. */
export function readEndedChildrenCpuSeconds(pid: number): number {
  return readTimes(pid, endedChildrenTimeField);
}

/** CPU seconds of a process and all its children, also of those that have ended. */
export function readTreeCpuSeconds(pid: number): number {
  const ownAndRunning = [pid, ...childrenOf(pid)].map(readCpuSeconds);
  return ownAndRunning.reduce((sum, one) => sum + one, readEndedChildrenCpuSeconds(pid));
}

/** Returns user and system time, which are adjacent fields. */
function readTimes(pid: number, firstField: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may contain spaces. Count after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[firstField]) + Number(fields[firstField + 1])) / ticksPerSecond;
}

/** The processes that a process has started; none once it has ended. */
export function childrenOf(pid: number): number[] {
  return readUnlessEnded(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Resident memory of a process in MiB (Linux, proc(5)); 0 once it has ended. */
export function readResidentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readUnlessEnded(pid, 'status'))?.[1] ?? 0) / 1024;
}

/** Returns a file of a process; empty once it has ended, which it can between two readings. */
function readUnlessEnded(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

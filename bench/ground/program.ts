import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../../scripts/start/local-settings.ts';

export const checkout = resolve(import.meta.dirname, '..', '..');

/** A program under measurement; it is never started again when it ends, because that would hide its end. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

interface ProgramStart {
  readonly name: string;
  /** Below the checkout. */
  readonly script: string;
  /** PORT says where it listens. */
  readonly settings: Settings;
  readonly logFolder: string;
}

const readyPollMs = 50;
const readyWithinMs = 60_000;

/** Starts a program of the portal in a process of its own and waits until it is ready. */
export async function startProgram(start: ProgramStart): Promise<Program> {
  const logFile = join(start.logFolder, `${start.name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [join(checkout, start.script)], {
    env: { PATH: process.env.PATH, ...start.settings, LAUNCHER_IPC: '1' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${start.settings.PORT}`;
  await becomeReady(child, url, { name: start.name, logFile });
  return {
    url,
    pid: child.pid as number,
    stop: async () => {
      if (hasEnded(child)) throw new Error(`The ${start.name} ended while it was measured: ${logFile}`);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A program that answers anything at all has come up: each begins to listen when it can do its work. */
async function becomeReady(
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
const userTimeField = 11;

/** Seconds of processor time that a process has used so far (Linux, proc(5)). */
export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may hold blanks: count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[userTimeField]) + Number(fields[userTimeField + 1])) / ticksPerSecond;
}

/** Memory that a process holds at the moment, in MiB (Linux, proc(5)). */
export function readResidentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { rotateLog } from '../../apps/server/src/platform/embedded-postgres/rotate-log.ts';
import { forgetProcess, rememberProcess } from './running-programs.ts';
import type { Settings } from './local-settings.ts';
import { relayWarnings } from './log-relay.ts';
import { StartError } from './places.ts';

/** A program of ours that a local start keeps running. */
export interface ProgramDescription {
  /** How messages name it. */
  name: string;
  /** What Node runs, options first. */
  command: string[];
  settings: Settings;
  dataDir: string;
  /** Its log; without one it writes to the terminal. */
  logFile?: string;
  /** Answers 200 as soon as the program does its work. */
  readyUrl: string;
  report: (message: string) => void;
}

const READY_POLL_MS = 50;
const ORDERLY_STOP_MS = 20_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** Starts a program, waits until it is ready, and from then on starts it again whenever it ends. */
export async function keepRunning(program: ProgramDescription): Promise<{ stop(): Promise<void> }> {
  if (program.logFile) rotateLog(program.logFile);
  let child = launch(program);
  const stopping = new AbortController();
  if (!(await becomesReady(child, program.readyUrl))) {
    await endOf(child);
    throw new StartError(
      `The ${program.name} did not start.${program.logFile ? ` Its log: ${program.logFile}` : ''}`,
    );
  }

  const watch = async () => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await endOf(child);
      if (stopping.signal.aborted) return;
      program.report(`The ${program.name} ended unexpectedly (${describeEnd(child)}); starting it again.`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      child = launch(program);
      if (!(await becomesReady(child, program.readyUrl))) continue;
      program.report(`The ${program.name} is running again.`);
      pauseMs = FIRST_PAUSE_MS;
    }
  };

  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await stopChild(child);
      await watching;
    },
  };
}

/** Detached, so that Ctrl-C reaches only the launcher, which stops everything in its order. */
function launch(program: ProgramDescription): ChildProcess {
  const log = program.logFile ? openSync(program.logFile, 'a', 0o600) : 'inherit';
  const child = spawn(process.execPath, program.command, {
    detached: true,
    env: { ...process.env, ...program.settings, LAUNCHER_IPC: '1' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  if (typeof log === 'number') closeSync(log);
  rememberProcess(program.dataDir, child.pid as number);
  const show = (line: string) => console.error(`${program.name}: ${line}`);
  const relay = program.logFile ? relayWarnings(program.logFile, show) : undefined;
  child.once('exit', () => {
    relay?.stop();
    forgetProcess(program.dataDir, child.pid as number);
  });
  return child;
}

async function becomesReady(child: ChildProcess, readyUrl: string): Promise<boolean> {
  while (!hasEnded(child)) {
    const response = await fetch(readyUrl).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return true;
    await sleep(READY_POLL_MS);
  }
  return false;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), ORDERLY_STOP_MS);
  await endOf(child);
  clearTimeout(impatience);
}

async function endOf(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function describeEnd(child: ChildProcess): string {
  return child.signalCode ?? `exit code ${child.exitCode}`;
}

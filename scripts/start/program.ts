import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { rotateLog } from '@myaccount/local-postgres/rotate-log';
import type { Settings } from './local-settings.ts';
import { relayWarnings } from './log-relay.ts';
import { StartError } from './places.ts';
import { forgetProcess, rememberProcess } from './running-programs.ts';

/** A program that a local start keeps running. */
export interface ProgramDescription {
  /** Its name in messages. */
  readonly name: string;
  /** Arguments of Node, options first. */
  readonly command: string[];
  readonly settings: Settings;
  readonly dataDir: string;
  /** Its log file; without one it writes to the terminal. */
  readonly logFile?: string;
  /** Responds with 200 when the program is ready. */
  readonly readyUrl: string;
  readonly report: (message: string) => void;
}

const readyPollMs = 50;
const orderlyStopMs = 20_000;
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** Starts a program, waits until it is ready, and restarts it whenever it ends. */
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
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await endOf(child);
      if (stopping.signal.aborted) return;
      program.report(`The ${program.name} ended unexpectedly (${describeEnd(child)}); restarting it.`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      child = launch(program);
      if (!(await becomesReady(child, program.readyUrl))) continue;
      program.report(`The ${program.name} is running again.`);
      pauseMs = firstPauseMs;
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

/** Starts a detached process: Ctrl-C reaches only the launcher, which stops everything in order. */
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
    await sleep(readyPollMs);
  }
  return false;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), orderlyStopMs);
  await endOf(child);
  clearTimeout(killTimer);
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

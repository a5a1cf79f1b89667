import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { listOutsideFolders, removeRunFolder } from './run-folder.ts';
import { isLiving, listDescendants, type RunProcess } from './run-processes.ts';

/** A command that a test interrupts. */
export interface TestRun {
  readonly process: ChildProcess;
  /** Waits until a process that it started has this text in its command line, and returns its number. */
  untilStarted(text: string): Promise<number>;
  /** Returns what is left of it: the command lines of its processes, and its temporary files. */
  left(): string[];
}

const pollMs = 50;

/** Starts a command in its own process group, as a terminal does, and notes every process that it starts. */
export function startTestRun(command: readonly string[], cwd: string): TestRun {
  const folder = mkdtempSync(join(tmpdir(), 'left-'));
  chmodSync(folder, 0o711);
  const [program = '', ...options] = command;
  const { npm_lifecycle_event: _, ...environment } = process.env;
  // npm keeps compiled code among the temporary files.
  const env = { ...environment, TMPDIR: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
  const child = spawn(program, options, { cwd, env, detached: true, stdio: 'ignore' });
  const seen = new Map<number, RunProcess>();
  const look = () => {
    for (const found of listDescendants(child.pid as number)) seen.set(found.pid, found);
  };
  const looking = setInterval(look, pollMs);
  const living = () => [...seen.values()].filter(isLiving);
  onTestFinished(async () => {
    clearInterval(looking);
    await removeRunFolder(folder, living());
  });
  return {
    process: child,
    untilStarted: async (text) => {
      for (;;) {
        const found = living().find(({ pid }) => titleOf(pid).includes(text));
        if (found) return found.pid;
        if (child.exitCode !== null)
          throw new Error(`It ended with ${child.exitCode} before ${text} was started`);
        await sleep(pollMs);
      }
    },
    left: () => [
      ...living().map(({ pid }) => titleOf(pid)),
      ...readdirSync(folder),
      ...listOutsideFolders(folder),
    ],
  };
}

/** How a run is interrupted, by name. Each resolves when the command has ended. */
export const interruptions = {
  SIGINT: async ({ process: { pid = Number.NaN } }: TestRun) => process.kill(pid, 'SIGINT'),
  SIGTERM: async ({ process: { pid = Number.NaN } }: TestRun) => process.kill(pid, 'SIGTERM'),
  SIGHUP: async ({ process: { pid = Number.NaN } }: TestRun) => process.kill(pid, 'SIGHUP'),
  'SIGINT and SIGTERM at once': async ({ process: { pid = Number.NaN } }: TestRun) => {
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
  },
  'SIGTERM twice': async ({ process: { pid = Number.NaN } }: TestRun) => {
    process.kill(pid, 'SIGTERM');
    await sleep(4 * pollMs);
    process.kill(pid, 'SIGTERM');
  },
  'Ctrl-C, pressed twice': async ({ process: { pid = Number.NaN } }: TestRun) => {
    process.kill(-pid, 'SIGINT');
    await sleep(4 * pollMs);
    process.kill(-pid, 'SIGINT');
  },
  'the end of npm alone': async ({ process: { pid = Number.NaN } }: TestRun) => process.kill(pid, 'SIGKILL'),
} as const;

/** Interrupts a run, and waits until its command has ended. */
export async function interrupt(run: TestRun, way: keyof typeof interruptions): Promise<void> {
  const ended = once(run.process, 'exit');
  await interruptions[way](run).catch(() => undefined);
  await ended;
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

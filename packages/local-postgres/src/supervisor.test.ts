import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Postmaster } from './postmaster.ts';
import { supervise } from './supervisor.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** A program that runs until it is stopped, in place of PostgreSQL. */
function startProgram(): Postmaster {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  return { pid: child.pid as number, ended: once(child, 'exit').then(() => undefined) };
}

test('[OPS-1] a stop during a restart ends what the restart started', async () => {
  const first = startProgram();
  const { promise: restarting, resolve: hasBegun } = Promise.withResolvers<void>();
  const { promise: second, resolve: finishStart } = Promise.withResolvers<Postmaster>();
  const starts = [
    async () => first,
    () => {
      hasBegun();
      return second;
    },
  ];
  const supervised = await supervise(
    () => starts.shift()?.() ?? Promise.reject(new Error('started again')),
    silent,
  );
  process.kill(first.pid, 'SIGKILL');
  await restarting;
  const stopped = supervised.stop();
  const late = startProgram();
  finishStart(late);
  await stopped;
  await late.ended;
  expect(starts).toEqual([]);
});

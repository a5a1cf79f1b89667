import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { interrupt, type interruptions, startTestRun } from './test-run.ts';

const checkout = resolve(import.meta.dirname, '..', '..');
const withinMs = 600_000;
const size = '--few-accounts=200';

/** A command of this package, what it has started when it is interrupted, and how. */
const cases: readonly (readonly [string, readonly string[], string, keyof typeof interruptions])[] = [
  ['bench', ['--only=size', size], 'bin/initdb', 'SIGTERM twice'],
  ['bench', ['--only=size', size], 'ops/ops.ts generate', 'Ctrl-C, pressed twice'],
  ['bench', ['--only=size', size], 'apps/server/src/main.ts', 'SIGINT and SIGTERM at once'],
  ['bench', ['--only=size', size], '--headless', 'Ctrl-C, pressed twice'],
  ['drill', ['faults'], 'postgres: walwriter', 'SIGTERM'],
  ['drill', ['faults'], 'apps/server/src/main.ts', 'the end of npm alone'],
  ['gallery', [], 'apps/sandbox/src/main.ts', 'SIGTERM'],
  ['gallery', [], '--headless', 'Ctrl-C, pressed twice'],
  ['test', [], 'postgres: walwriter', 'Ctrl-C, pressed twice'],
  ['test', [], 'apps/server/src/main.ts', 'SIGINT and SIGTERM at once'],
];

test.each(cases)(
  'npm run %s %s, once it has started %s: %s leaves no program and no folder behind',
  { timeout: withinMs },
  async (command, options, text, way) => {
    const run = startTestRun(['npm', 'run', command, '--', ...options], checkout);
    await run.untilStarted(text);
    await interrupt(run, way);
    await expect.poll(() => run.left(), { timeout: 60_000 }).toEqual([]);
  },
);

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interrupt, interruptions, startTestRun } from './test-run.ts';

const checkout = resolve(import.meta.dirname, '..', '..');
const runner = join(checkout, 'scripts', 'run.ts');

/** Programs that no signal but SIGKILL ends: one with its own session and environment, and one whose parent has ended. */
const stubborn = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  setInterval(() => {}, 1000);
`;
const program = `
  import { spawn } from 'node:child_process';
  import { mkdtempSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  const idle = ${JSON.stringify(stubborn)};
  mkdtempSync(tmpdir() + '/made-');
  spawn(process.execPath, ['--eval', idle, 'own-session'], { detached: true, env: {}, stdio: 'ignore' });
  spawn('sh', ['-c', '"$0" --eval "$1" orphan & sleep 0.5', process.execPath, idle], { detached: true, stdio: 'ignore' });
  ${stubborn}
`;
const database = `
  import { mkdtempSync, chmodSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('@myaccount/local-postgres/embedded-postgres'))};
  const dataDir = mkdtempSync(tmpdir() + '/data-');
  chmodSync(dataDir, Number(process.argv[1]));
  await startEmbeddedPostgres({ dataDir, log: console, settings: { fsync: 'off' } });
`;

const ways = Object.keys(interruptions) as (keyof typeof interruptions)[];
let folder: string;

/** Makes a package whose command runs a program as this package's commands do. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'interrupted-'));
  writeFileSync(join(folder, 'program.mjs'), program);
  const scripts = { command: `exec node ${runner} program.mjs`, 'without-end': 'node program.mjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(ways)('%s leaves no process and no temporary file of a command behind', async (way) => {
  const run = startTestRun(['npm', 'run', 'command'], folder);
  await Promise.all([run.untilStarted('own-session'), run.untilStarted('orphan')]);
  await interrupt(run, way);
  await expect.poll(() => run.left()).toEqual([]);
});

test('what names the folder of a program that is killed ends too', async () => {
  const run = startTestRun(['npm', 'run', 'command'], folder);
  const isStarted = Promise.all([run.untilStarted('own-session'), run.untilStarted('orphan')]);
  const pid = await run.untilStarted(`${process.execPath} program.mjs`);
  await isStarted;
  process.kill(pid, 'SIGKILL');
  // Nothing tells whose this one was, and no command starts one like it.
  const named = () => run.left().filter((title) => !title.includes('own-session'));
  await expect.poll(named).toEqual([]);
});

test('what a command leaves that nothing ends is found', async () => {
  const run = startTestRun(['npm', 'run', 'without-end'], folder);
  await Promise.all([run.untilStarted('own-session'), run.untilStarted('orphan')]);
  await interrupt(run, 'the end of npm alone');
  const inTitles = ['program.mjs', 'own-session', 'orphan', 'made-'].map((text) =>
    expect.stringContaining(text),
  );
  expect(run.left()).toEqual(expect.arrayContaining(inTitles));
});

test.each(['711', '700'])(
  'SIGTERM leaves no PostgreSQL and no data folder of mode %s behind',
  async (mode) => {
    const run = startTestRun(
      [process.execPath, runner, '--input-type=module', '--eval', database, `0o${mode}`],
      checkout,
    );
    await run.untilStarted('postgres: walwriter');
    await interrupt(run, 'SIGTERM');
    expect(run.left()).toEqual([]);
  },
);

test('every command that starts programs is run so', () => {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const started = ['test', 'check', 'bench', 'drill', 'gallery'].map((name) => scripts[name]);
  expect(started.filter((command) => !/^exec node scripts\/run\.ts /.test(command))).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxLogBytes } from '@myaccount/local-postgres/rotate-log';
import { expect, test } from 'vitest';
import { describeLogLine, relayWarnings } from './log-relay.ts';

test.each([
  ['{"level":30,"msg":"request completed"}', undefined],
  ['{"level":"info","msg":"portal started"}', undefined],
  ['{"ready":true,"url":"http://localhost:4000"}', undefined],
  ['', undefined],
  ['{"level":40,"msg":"mail left to the job"}', 'warning: mail left to the job'],
  ['{"level":"error","msg":"failed","err":{"message":"no route"}}', 'error: failed no route'],
  ['{"level":60,"msg":"gone"}', 'error: gone'],
  ['Wrong settings:', 'Wrong settings:'],
  ['{ half a line', '{ half a line'],
])('of the log line %s a person sees %s', (line, shown) => {
  expect(describeLogLine(line)).toBe(shown);
});

test('what was in the log before is not shown again, and nothing is lost at the end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const logFile = join(folder, 'portal.log');
  writeFileSync(logFile, 'an old trouble\n');
  const shown: string[] = [];
  const relay = relayWarnings(logFile, (line) => shown.push(line));
  appendFileSync(logFile, '{"level":50,"msg":"trouble in Zürich"}\n{"level":30,"msg":"fine"}\nlast words\n');
  relay.stop();
  expect(shown).toEqual(['error: trouble in Zürich', 'last words']);
  rmSync(folder, { recursive: true });
});

/** Writes a numbered line every millisecond, the way a program of `npm start` does. */
const writer = `
  let number = 0;
  setInterval(() => console.log('{"level":' + (number % 100 ? 30 : 50) + ',"msg":"' + number++ + '"}'), 1);
  process.on('SIGTERM', () => process.exit());`;

test('a log that grows beyond its size while its program writes it is rotated; nothing is lost or shown twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const logFile = join(folder, 'portal.log');
  for (const number of [1, 2, 3]) writeFileSync(join(folder, `portal.${number}.log`), `older ${number}`);
  writeFileSync(logFile, '');
  truncateSync(logFile, maxLogBytes - 2_000);
  const log = openSync(logFile, 'a');
  const program = spawn(process.execPath, ['-e', writer], { stdio: ['ignore', log, log] });
  closeSync(log);
  const shown: string[] = [];
  const relay = relayWarnings(logFile, (line) => shown.push(line));
  const sizes = () => ['portal.log', 'portal.1.log'].map((name) => statSync(join(folder, name)).size);
  await expect
    .poll(() => (sizes()[1] ?? 0) > maxLogBytes && (sizes()[0] ?? 0) > 5_000, { timeout: 10_000 })
    .toBe(true);
  program.kill();
  await once(program, 'exit');
  relay.stop();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('\0', '');
  const numbers = (read('portal.1.log') + read('portal.log'))
    .split('\n')
    .flatMap((line) => (line ? Number(JSON.parse(line).msg) : []));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  // A line of the microseconds in which the log is emptied may be missing.
  expect((numbers.at(-1) ?? 0) + 1 - numbers.length).toBeLessThan(5);
  const errors = numbers.filter((number) => number % 100 === 0).map((number) => `error: ${number}`);
  expect(shown.filter((line) => errors.includes(line))).toEqual(shown);
  expect(errors.length - shown.length).toBeLessThan(2);
  expect(readdirSync(folder).sort()).toEqual(['portal.1.log', 'portal.2.log', 'portal.3.log', 'portal.log']);
  expect([read('portal.2.log'), read('portal.3.log')]).toEqual(['older 1', 'older 2']);
  rmSync(folder, { recursive: true });
});

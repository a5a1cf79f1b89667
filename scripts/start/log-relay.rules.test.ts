import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callEdits, pageEdits } from './shared-files.ts';
import { type FeatureOptions, writeFeature } from './write-feature.ts';

const root = resolve(import.meta.dirname, '..', '..');
const sharedFiles = Object.keys({ ...callEdits, ...pageEdits });
let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'new-feature-'));
  for (const path of sharedFiles) cpSync(join(root, path), join(checkout, path));
});
afterEach(() => rmSync(checkout, { recursive: true }));

function write(word: string, options: FeatureOptions = {}) {
  const result = writeFeature(checkout, word, options);
  if ('refused' in result) throw new Error(result.refused);
  return result;
}

const read = (path: string) => readFileSync(join(checkout, path), 'utf8');

test.each([
  ['', 'needs a word'],
  ['SpeedTest', 'not a feature word'],
  ['gift_card', 'not a feature word'],
  ['gift--card', 'not a feature word'],
  ['../secrets', 'not a feature word'],
  ['speed-test2', 'not a feature word'],
  ['invoice-utils', '"utils" says nothing'],
  ['new-login', '"new" says nothing'],
  ['a-word-that-nobody-wants-to-type-twice', 'longer than 30'],
])('refuses the word "%s" and writes nothing', (word, reason) => {
  expect(writeFeature(checkout, word)).toEqual({ refused: expect.stringContaining(reason) });
  expect(existsSync(join(checkout, 'apps/server/src/features'))).toBe(false);
});

test('writes contract, server, query and tests, and adds the call where all calls are', () => {
  const { created, changed } = write('speed-test');
  expect(created).toEqual([
    'packages/contract/src/speed-test.ts',
    'apps/server/src/features/speed-test/speed-test.feature.ts',
    'apps/web/src/features/speed-test/speed-test.queries.ts',
    'apps/server/src/features/speed-test/show-speed-test.routes.test.ts',
  ]);
  expect(changed).toEqual(Object.keys(callEdits));
  expect(read('apps/server/src/features.ts')).toMatch(/ {2}speedTest,\n\];/);
  expect(read('architecture/paths.snapshot.txt')).toContain('GET /speed-test\n');
});

test('writes a page with its path, route, and texts only on request', () => {
  const { created } = write('speed-test', { withPage: true });
  expect(created).toContain('apps/web/src/app/pages/SpeedTestPage.tsx');
  expect(read('apps/web/src/app/paths.ts')).toContain("speedTest: '/speed-test',");
  expect(read('apps/web/src/app/routes.ts')).toMatch(
    /path: paths\.speedTest,\n {4}queries: .*showSpeedTestQuery/,
  );
  expect(JSON.parse(read('apps/web/locales/es/speed-test.json'))).toEqual(
    JSON.parse(read('apps/web/locales/en/speed-test.json')),
  );
});

test('a second call of the feature is merged into its files, with the method of the contract', () => {
  write('speed-test');
  const { created } = write('speed-test', { method: 'PUT' });
  write('speed-test', { method: 'DELETE' });
  expect(created).toEqual(['apps/server/src/features/speed-test/change-speed-test.routes.test.ts']);
  const contract = read('packages/contract/src/speed-test.ts');
  expect(contract.match(/method: '\w+'/g)).toEqual(["method: 'GET'", "method: 'PUT'", "method: 'DELETE'"]);
  expect(contract.match(/speedTestReply = /g)).toHaveLength(1);
  const routes = read('apps/server/src/features/speed-test/speed-test.feature.ts');
  expect(routes.match(/function registerSpeedTestRoutes/g)).toHaveLength(1);
  expect(routes.match(/contract\.\w+/g)).toEqual([
    'contract.showSpeedTest',
    'contract.changeSpeedTest',
    'contract.removeSpeedTest',
  ]);
});

test('what is in a file stays, and a second run changes nothing', () => {
  write('speed-test', { withPage: true });
  expect(write('speed-test', { withPage: true })).toMatchObject({ created: [], changed: [] });
});

test('a page needs something to show', () => {
  expect(writeFeature(checkout, 'speed-test', { method: 'PUT', withPage: true })).toEqual({
    refused: expect.stringContaining('A page shows what a GET returns'),
  });
});

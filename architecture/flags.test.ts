import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FlagName, flagDefaults } from '@myaccount/contract/flags';
import { describe, expect, test } from 'vitest';
import { flagSetting } from '../apps/server/src/platform/settings.ts';
import { listFiles, root } from './source-files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const serverSources = listFiles().filter((path) => /^apps\/server\/src\/.*\.ts$/.test(path));
const isTest = (path: string) => path.endsWith('.test.ts');
const sources = serverSources
  .filter((path) => !isTest(path) && !path.includes('/testing/'))
  .map((path) => read(path));
const tests = serverSources.filter(isTest).map((path) => read(path));

/** Flags that the server reads too: it refuses what the pages no longer offer. */
const readByServer = (Object.keys(flagDefaults) as FlagName[]).filter((name) =>
  sources.some((source) => new RegExp(`\\bflags\\.${name}\\b|{ ${name} }: Flags`).test(source)),
);

describe('[CONFIG-1] a flag that the server reads', () => {
  test('is one of those that turn calls off', () => {
    expect(readByServer).toEqual(
      expect.arrayContaining(['heroDiscount', 'recurringPayments', 'cardProcessorPayments']),
    );
  });

  test.each(readByServer)('%s is tried the other way by a test of the server', (name) => {
    const setting = `${flagSetting(name)}: '${String(!flagDefaults[name])}'`;
    expect(tests.some((source) => source.includes(setting))).toBe(true);
  });
});

/** Whether it is there at all may be asked. */
const allowed = /headers\.host === undefined/g;

test('[CONFIG-3] no source of the server reads the Host header', () => {
  const reading = serverSources.filter(
    (path) =>
      !isTest(path) &&
      /headers\.host\b|headers\['host'\]|request\.host(?:name)?\b|x-forwarded-host/i.test(
        read(path).replace(allowed, ''),
      ),
  );
  expect(reading).toEqual([]);
});

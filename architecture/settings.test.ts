import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FlagName, flagDefaults } from '@myaccount/contract/flags';
import { type LimitName, limitRanges } from '@myaccount/contract/limits';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../apps/server/src/config.ts';
import { flagSetting, limitSetting } from '../apps/server/src/platform/settings.ts';
import { testSettings } from '../apps/server/src/testing/portal.ts';
import { listSources, root } from './source-files.ts';

const product = ['apps/server/src/', 'apps/web/src/']
  .flatMap(listSources)
  .filter((path) => !path.includes('/testing/'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

describe('a flag or limit that no code reads is not offered', () => {
  test.each(Object.keys(flagDefaults))('[CONFIG-1] %s', (name) => {
    expect(product).toMatch(new RegExp(`\\bflags\\.${name}\\b`));
  });

  // The table of account fields names the limit of its digits.
  test.each(Object.keys(limitRanges))('[CONFIG-2] %s', (name) => {
    expect(product).toMatch(new RegExp(`\\blimits\\.${name}\\b|\\bdigits: '${name}'`));
  });
});

test('[CONFIG-4] docs/settings.md lists each flag and limit with its default and range', () => {
  const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const rows = [...settings.matchAll(/^\| `((?:FLAG|LIMIT)_[A-Z_]+)` \|(.*)\|[^|]+\|$/gm)].map(
    ([, name, cells = '']) => [name, ...cells.split('|').map((cell) => cell.trim())],
  );
  const flags = Object.entries(flagDefaults).map(([name, value]) => [
    flagSetting(name as FlagName),
    String(value),
  ]);
  const limits = Object.entries(limitRanges).map(([name, { default: value, minimum, maximum }]) => [
    limitSetting(name as LimitName),
    ...[value, minimum, maximum].map(String),
  ]);
  expect(rows).toEqual([...flags, ...limits]);
});

test('[CONFIG-4] docs/settings.md has every setting that a server reads', () => {
  // Set by `npm run serve`, and by tests that move the clock.
  const notForOperators = ['NODE_ENV', 'CLOCK_FILE'];
  const read = new Set<string>();
  const environment = new Proxy(testSettings('postgres://127.0.0.1/none'), {
    get(settings, name) {
      read.add(String(name));
      return Reflect.get(settings, name);
    },
  });
  readConfig(environment);
  const documented = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  expect(read.size).toBeGreaterThan(100);
  const without = [...read].filter((name) => !documented.includes(`\`${name}\``));
  expect(without).toEqual(notForOperators);
});

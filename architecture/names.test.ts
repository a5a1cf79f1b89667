import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from './source-files.ts';

const code = listFiles().filter((path) =>
  /^(apps|packages|scripts|e2e|bench|architecture)\/.*\.tsx?$/.test(path),
);

describe('names tell what a file is', () => {
  test('no drawer for odds and ends', () => {
    const forbidden = /(^|\/)(utils?|helpers?|common|misc)(\/|\.)|\/(types|constants|index)\.tsx?$/;
    expect(code.filter((path) => forbidden.test(path))).toEqual([]);
  });

  test('a file of a server feature has one of the agreed roles and the feature’s name', () => {
    const roles = 'routes|service|rules|repository|job|email';
    const wrong = code.filter((path) => {
      const match = /^apps\/server\/src\/features\/([^/]+)\/([^/]+)$/.exec(path);
      if (!match?.[1] || !match[2] || match[1] === 'import') return false;
      return !new RegExp(`^[a-z-]+\\.(${roles})(\\.[a-z-]+)?(\\.test)?\\.ts$`).test(match[2]);
    });
    expect(wrong).toEqual([]);
  });

  test('tests of the browser end with .e2e.ts and live in e2e/tests', () => {
    const wrong = code.filter((path) => basename(path).endsWith('.e2e.ts') !== path.startsWith('e2e/tests/'));
    expect(wrong).toEqual([]);
  });
});

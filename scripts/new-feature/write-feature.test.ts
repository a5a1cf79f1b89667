import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methods } from './feature-call.ts';
import { bin, lintOptions, makeTestCheckout } from './test-checkout.ts';
import { writeFeature } from './write-feature.ts';

// One feature, without its tests and what uses it. write-feature.slow.test.ts checks a whole project with every feature.

let checkout: string;
beforeAll(() => {
  checkout = makeTestCheckout();
});
afterAll(() => rmSync(checkout, { recursive: true }));

test('a feature with all methods and a page type-checks and passes lint', {
  timeout: 600_000,
}, () => {
  const created = methods.flatMap((method) => {
    const result = writeFeature(checkout, 'speed-test', { method, withPage: method === 'GET' });
    if ('refused' in result) throw new Error(result.refused);
    return result.created.filter((path) => /\.tsx?$/.test(path));
  });
  const run = (program: string, options: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(bin(program), options, { cwd: checkout, encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  };
  const project = {
    extends: './apps/web/tsconfig.json',
    compilerOptions: { incremental: false },
    include: [],
    files: ['apps/server/src/app.ts', ...created.filter((path) => !/\.(test|e2e)\.ts$/.test(path))],
  };
  writeFileSync(join(checkout, 'feature.json'), JSON.stringify(project));
  run('tsc', ['-p', 'feature.json', '--singleThreaded']);
  run('biome', ['lint', ...lintOptions, ...created]);
});

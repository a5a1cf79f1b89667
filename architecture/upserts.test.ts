import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './source-files.ts';

/** Upserts of more than one row, with what keeps each from meeting a key twice: PostgreSQL refuses that (error 21000). */
const ofManyRows = {
  'features/appointments/slot.repository.ts': ['distinct', 'group by'],
  'features/balance/balance.repository.ts': ['mergeAllocations'],
  'features/billing-system/reading.repository.ts': ['group by'],
  'features/charge-notices/charge-notice.repository.ts': ['distinct'],
  'features/login/login-throttle.repository.ts': ['limit 1'],
  'features/metrics/rollup.repository.ts': ['group by', 'group by'],
  'platform/rate-limit.ts': ['group by', 'group by'],
};

const upsert = /\bdo update\b|\bdoUpdateSet\(/gi;
const oneRow = /\.values\((?:\{|row\))|(?<!\.)\bvalues \(/i;
const uniqueKeys = /\bselect distinct\b|\bgroup by\b|\blimit 1\b/gi;

/** Returns the statement around a place: the template of a raw one, or the calls of a built one from `insertInto` on. */
function statementAt(source: string, index: number, isBuilt: boolean): string {
  const before = source.slice(0, index);
  if (isBuilt) return before.slice(before.lastIndexOf('.insertInto('));
  return source.slice(before.lastIndexOf('`'), source.indexOf('`', index));
}

const sources = listFiles()
  .filter((path) => /^apps\/server\/(?:src|migrations)\/.*\.(?:ts|sql)$/.test(path))
  .filter((path) => !/\.test\.ts$|\/src\/testing\//.test(path))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

const upserts = sources.flatMap(({ path, source }) =>
  [...source.matchAll(upsert)].map(({ index, 0: text }) => ({
    name: path.replace('apps/server/src/', ''),
    source,
    statement: statementAt(source, index, text === 'doUpdateSet('),
  })),
);

test('no upsert can meet a key twice: it writes one row, or its rows are merged by their key', () => {
  expect(upserts.length).toBeGreaterThan(15);
  const found: Record<string, string[]> = {};
  for (const { name, source, statement } of upserts) {
    if (oneRow.test(statement)) continue;
    const [guard] = statement.match(uniqueKeys) ?? source.match(/\bmergeAllocations(?=\()/) ?? [];
    found[name] = [...(found[name] ?? []), (guard ?? 'nothing').replace('select ', '')];
  }
  expect(found).toEqual(ofManyRows);
});

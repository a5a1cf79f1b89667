import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../apps/server/src/testing/database.ts';
import { testSettings } from '../../apps/server/src/testing/portal.ts';
import { compareSums } from './compare.ts';

// With this seed twenty accounts have what makes sums hard, except a rare bill below 0.
const population = { accounts: 20, bills: 4, seed: 12_991, today: '2026-11-24' };

test('[STATEMENT-1, API-4] every figure of twenty generated accounts is what their lines say', async () => {
  const database = await createTestDatabase();
  const { counts, failures } = await compareSums(testSettings(database.url), population);
  await database.drop();
  expect(failures).toEqual([]);
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([['bills below 0', 0]]);
});

test.each([
  'lines.ts',
  'books.ts',
  'truth.ts',
  'made-here.ts',
  'expected-bills.ts',
  'expected-calls.ts',
  'expected-mails.ts',
  'expected-texts.ts',
])('%s knows nothing of the portal', (file) => {
  const imports = readFileSync(join(import.meta.dirname, file), 'utf8').match(/from '[^']+'/g) ?? [];
  // The sandbox generates the lines.
  const lines = "from '../../apps/sandbox/src/personas/import-lines.ts'";
  expect(imports.filter((from) => !from.startsWith("from './") && from !== lines)).toEqual([]);
});

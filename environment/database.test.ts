import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsForMillion } from './database.ts';

test('the million is measured with the settings that docs/operations.md names', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
  const lines = Object.entries(settingsForMillion).map(([name, value]) => `${name} = ${value}`);
  expect(text).toContain(['```', ...lines, '```'].join('\n'));
});

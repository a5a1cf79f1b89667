import { expect, test } from 'vitest';
import { forFile } from '../../../testing/for-tests.ts';
import { startTestImport } from '../../../testing/test-import.ts';
import { Staging } from './import.staging.repository.ts';

const desk = forFile(() => startTestImport());

test('refusals have one cause, whatever names, amounts, and lines they mention', async () => {
  const client = await desk.pool.connect();
  const staging = new Staging(client);
  await staging.create();
  const refuse = (reason: string, index: number) => ({ line: index + 1, field: `items[${index}].x`, reason });
  const said = [
    'is -1.00, but the history before it leaves 84.99 (without line 6, which is refused)',
    'is 2.00, but the history before it leaves 0.00 (without line 12, which is refused)',
    'is not the account that "I2" belongs to, "A1"',
    'is not the account that "I3" belongs to, "A2"',
    'must be one of "en", "es"',
    'must be one of "RESIDENTIAL", "BUSINESS"',
    'the customer was refused by the database: duplicate (Key (id)=(7) already exists.)',
    'the customer was refused by the database: duplicate (Key (id)=(8) already exists.)',
    'is already on line 2 with other content',
    '"A1" is refused (line 3)',
  ];
  await staging.refuse(said.map(refuse));
  const causes = await staging.causes();
  client.release(true);
  expect(causes.every(({ field, type }) => field === 'items[].x' && type === null)).toBe(true);
  expect(
    causes.map(({ reason, lines, firstLine, isDependent }) => [reason, lines, firstLine, isDependent]),
  ).toEqual([
    ['is not the account that "…" belongs to, "…"', 2, 3, false],
    ['the customer was refused by the database: duplicate (Key (id)… already exists.)', 2, 7, false],
    ['must be one of "en", "es"', 1, 5, false],
    ['must be one of "RESIDENTIAL", "BUSINESS"', 1, 6, false],
    ['is already on line … with other content', 1, 9, false],
    ['is …, but the history before it leaves … (without line …, which is refused)', 2, 1, true],
    ['"…" is refused (line …)', 1, 10, true],
  ]);
});

import { expect, test } from 'vitest';
import { accountLine, customerLine, planLine } from '../../testing/builders/import-lines.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forFile(() => startTestImport());

/** More than one batch. */
const customers = 4_100;
const special = 'Ana\t"R"\\N\n’é';

test('a large file is written in batches: refusals and texts as in the file, an account before its customer', async () => {
  const numbers = Array.from({ length: customers }, (_, index) => `C${index + 1}`);
  const lines: object[] = numbers.map((customerId) => customerLine({ customerId, firstName: special }));
  const early = accountLine({ customerId: `C${customers}`, autopay: null });
  const wrong = { ...customerLine({ customerId: 'C-wrong' }), pin: '12' };
  const twice = customerLine({ customerId: 'C1', firstName: 'Bea' });
  const result = await desk.importLines([planLine(), early, ...lines, wrong, twice, 'no record' as never]);
  expect(result).toEqual({
    lines: customers + 5,
    refusedLines: 3,
    refusals: [
      { line: customers + 3, field: 'pin', reason: 'must be 4 digits' },
      { line: customers + 4, field: 'customerId', reason: 'is already on line 3 with other content' },
      { line: customers + 5, field: 'line', reason: 'is not a JSON object' },
    ],
  });
  const stored = await desk.rows('select first_name, count(*)::int as count from customer group by 1');
  expect(stored).toEqual([{ first_name: special, count: customers }]);
  expect(await desk.failedChecks()).toEqual([]);
});

import { expect, test } from 'vitest';
import { accountLine, customerLine, planLine } from '../../../testing/builders/import-lines.ts';
import { forFile } from '../../../testing/for-tests.ts';
import { startTestImport } from '../../../testing/test-import.ts';
import { pinPurpose } from '../../accounts/accounts.service.ts';

const desk = forFile(() => startTestImport());

/** More than an import parses without threads. */
const customers = 5_100;
const special = 'Ana\t"R"\\N\n’é';

/** Customers, the last one with an account, which stands before it. */
function manyLines(): object[] {
  const numbers = Array.from({ length: customers }, (_, index) => `C${index + 1}`);
  const lines: object[] = numbers.map((customerId) => customerLine({ customerId, firstName: special }));
  return [
    planLine(),
    ...lines.toSpliced(-1, 0, accountLine({ customerId: `C${customers}`, pin: '4711', autopay: null })),
  ];
}

async function lastChange(): Promise<unknown> {
  const found = await desk.one('select count(*) as records, max(imported_at) as at from import_record');
  return found && [Number(found.records), found.at];
}

test('a large file is parsed in threads: the same refusals, rows, and secrets, at the lines of the file', async () => {
  const lines = manyLines();
  const wrong = { ...customerLine({ customerId: 'C-wrong' }), pin: '12' };
  const twice = customerLine({ customerId: 'C1', firstName: 'Bea' });
  const { refusals, ...result } = await desk.importLines([...lines, wrong, twice, 'no record' as never]);
  expect(result).toEqual({ lines: customers + 5, refusedLines: 3 });
  expect(refusals).toEqual([
    { line: customers + 3, field: 'pin', reason: 'must be 4 digits' },
    { line: customers + 4, field: 'customerId', reason: 'is already on line 2 with other content' },
    { line: customers + 5, field: 'line', reason: 'is not a JSON object' },
  ]);
  const stored = await desk.rows('select first_name, count(*)::int as count from customer group by 1');
  expect(stored).toEqual([{ first_name: special, count: customers }]);
  const pin = await desk.one('select pin_sealed, pin_key_id from account');
  const sealed = { bytes: pin?.pin_sealed as Buffer, keyId: String(pin?.pin_key_id) };
  expect(desk.secrets.open(sealed, pinPurpose)).toBe('4711');
});

test('what a thread has read is known without one: the same lines in another order change nothing', async () => {
  const before = await lastChange();
  desk.clock.advance(86_400_000);
  expect(await desk.importLines(manyLines().toReversed())).toMatchObject({ refusedLines: 0 });
  expect(await lastChange()).toEqual(before);
});

import { expect, test } from 'vitest';
import { nextInvoiceLine, wholeFile } from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());

const late = (amount: string, dueOn = '2026-11-20') =>
  nextInvoiceLine({
    dueOn,
    items: [{ description: 'Fiber', charges: [{ type: 'recurring', description: 'Fiber', amount }] }],
  });
const lateDebt = async () =>
  (await desk.rows('select added_on, amount_cents, collect_on from late_debt order by id')).map(
    Object.values,
  );

test('[AUTOPAY-4] an account that comes with its bills has no late debt; what is added to it later is', async () => {
  await desk.importLines([
    ...wholeFile().filter((line) => !('invoiceNumber' in line && line.invoiceNumber === 'I2')),
    late('10.00'),
  ]);
  expect(await lateDebt()).toEqual([]);
  await desk.importLines([late('12.50')]);
  await desk.importLines([late('12.50')]);
  await desk.importLines([late('11.00')]);
  expect(await lateDebt()).toEqual([['2026-11-24', 250, null]]);
});

test('[AUTOPAY-4] debt before its due date, or without autopay, is no late debt', async () => {
  await desk.importLines(wholeFile());
  await desk.importLines([late('100.00', '2026-11-26')]);
  await desk.rows('update autopay_enrollment set ended_at = now()');
  await desk.importLines([late('200.00')]);
  expect(await lateDebt()).toEqual([]);
});

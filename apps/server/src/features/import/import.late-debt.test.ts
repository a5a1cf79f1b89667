import { expect, test } from 'vitest';
import {
  invoiceLine,
  itemsOf,
  nextInvoiceLine,
  paymentLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());

const late = (amount: string, dueOn = '2026-11-20') =>
  nextInvoiceLine({
    dueOn,
    items: itemsOf(amount),
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

/** The first bill, paid by the file's payment, which comes back: its opening debt and itself are open again. */
const reopened = async (changes: Parameters<typeof invoiceLine>[0] = {}) => {
  const bill = invoiceLine({ previousBalance: '20.00', status: 'OPEN', paidOn: null, ...changes });
  const payment = paymentLine({ amount: '104.99', occurredOn: '2026-10-20T15:00:00Z', appliedTo: [] });
  const others = wholeFile().filter(({ type }) => type !== 'invoice' && type !== 'payment');
  await desk.importWell(...others, bill, payment);
  await desk.importWell({ ...payment, status: 'RETURNED' });
  return bill;
};
const unsettled = async () =>
  (
    await desk.rows(
      'select unsettled_cents from opening_balance union all select unsettled_cents from invoice order by 1',
    )
  ).map((row) => row.unsettled_cents);

test('[AUTOPAY-4] what a file takes back was settled once; what a correction adds to it was not', async () => {
  const bill = await reopened();
  expect(await unsettled()).toEqual([0, 0]);
  await desk.importWell({ ...bill, items: itemsOf('90.00') });
  expect(await unsettled()).toEqual([0, 501]);
});

test('[AUTOPAY-4] a bill that gets a due date ahead is due on it, whatever came back before', async () => {
  const bill = await reopened();
  await desk.importWell({ ...bill, dueOn: '2026-11-24' });
  expect(await unsettled()).toEqual([0, 0]);
  await desk.importWell({ ...bill, dueOn: '2026-11-25' });
  expect(await unsettled()).toEqual([0, null]);
});

test('[AUTOPAY-4] what comes back before its due date is due on it', async () => {
  await reopened({ dueOn: '2026-11-25' });
  expect(await unsettled()).toEqual([0, null]);
});

test('[AUTOPAY-4] debt before its due date, or without autopay, is no late debt', async () => {
  await desk.importLines(wholeFile());
  await desk.importLines([late('100.00', '2026-11-26')]);
  await desk.rows('update autopay_enrollment set ended_at = now()');
  await desk.importLines([late('200.00')]);
  expect(await lateDebt()).toEqual([]);
});

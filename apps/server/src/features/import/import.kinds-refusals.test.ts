import { describe, expect, test } from 'vitest';
import {
  accountLine,
  creditLine,
  customerLine,
  invoiceLine,
  itemsOf,
  methodLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());
const owner = [planLine(), customerLine(), accountLine({ autopay: null }), methodLine()];
const months = [...owner, invoiceLine(), paymentLine(), nextInvoiceLine()];
type Changes = Parameters<typeof invoiceLine>[0];

describe('a file is refused, with line and field,', () => {
  test.each<[string, Changes, string]>([
    ['a credit above 0', { items: itemsOf('10.00') }, 'kind: is credit, but the charges are not below 0.00'],
    [
      'a credit of nothing',
      { items: itemsOf('0.00') },
      'kind: is credit, but the charges are not below 0.00',
    ],
    [
      'a debit below 0',
      { kind: 'debit', dueOn: '2026-11-30' },
      'kind: is debit, but the charges are not above 0.00',
    ],
    [
      'a debit of nothing',
      { kind: 'debit', dueOn: '2026-11-30', items: itemsOf('0.00') },
      'kind: is debit, but the charges are not above 0.00',
    ],
    ['an adjustment without a reason', { reason: null }, 'reason: is missing'],
    ['a blank reason', { reason: ' ' }, 'reason: must not be empty'],
    ['a debit without a due date', { kind: 'debit', items: itemsOf('1.00') }, 'dueOn: is missing'],
    ['a credit with a due date', { dueOn: '2026-11-30' }, 'dueOn: has no sense for kind credit'],
    ['a credit with a period', { periodStart: '2026-11-01' }, 'periodStart: has no sense for kind credit'],
    [
      'a credit with the end of a period',
      { periodEnd: '2026-11-01' },
      'periodEnd: has no sense for kind credit',
    ],
    [
      'a credit with a previous balance',
      { previousBalance: '1.00' },
      'previousBalance: has no sense for kind credit',
    ],
    [
      'a credit for a bill that doesn’t exist',
      { forInvoice: 'I9' },
      'forInvoice: "I9" is not another bill of this account',
    ],
    ['a credit for itself', { forInvoice: 'CR1' }, 'forInvoice: "CR1" is not another bill of this account'],
    ['a successor without a reversal', { replacedBy: 'I2' }, 'replacedBy: is given without reversedOn'],
    ['a reversal before the issue', { reversedOn: '2026-11-09' }, 'reversedOn: is before issuedOn'],
    [
      'an unknown kind',
      { kind: 'refund' as 'credit' },
      'kind: must be one of "cycle", "manual", "credit", "debit"',
    ],
  ])('[KINDS-6] %s', async (_what, changes, refusal) => {
    await desk.importWell(...months);
    const before = await desk.everything();
    const { refusals } = await desk.importLines([creditLine(changes)]);
    expect(refusals.map(({ line, field, reason }) => `${line}: ${field}: ${reason}`)).toEqual([
      `1: ${refusal}`,
    ]);
    expect(await desk.everything()).toEqual(before);
  });

  test('[KINDS-6] a reversed bill that says wrongly what was owed before it', async () => {
    const reversed = nextInvoiceLine({ previousBalance: '5.00', status: 'CLOSED', reversedOn: '2026-11-22' });
    const { refusals } = await desk.importLines([...owner, invoiceLine(), paymentLine(), reversed]);
    expect(refusals).toEqual([expect.objectContaining({ line: 7, field: 'previousBalance' })]);
  });

  test.each<[string, Changes, string]>([
    ['a reason of a bill', { reason: 'why' }, 'reason: has no sense for kind cycle'],
    ['a bill for another', { forInvoice: 'I1' }, 'forInvoice: has no sense for kind cycle'],
    ['a bill without its period', { periodStart: null }, 'periodStart: is missing'],
    ['a bill without what was owed', { previousBalance: null }, 'previousBalance: is missing'],
    ['another kind of a known bill', { kind: 'manual' }, 'kind: is manual, but was cycle before'],
    [
      'a successor that doesn’t exist',
      { reversedOn: '2026-11-12', replacedBy: 'I9' },
      'replacedBy: "I9" is not another bill of this account',
    ],
    [
      'a successor of another account',
      { reversedOn: '2026-11-12', replacedBy: 'X1' },
      'replacedBy: "X1" is not another bill of this account',
    ],
    [
      'a successor that is the bill itself',
      { reversedOn: '2026-11-12', replacedBy: 'I2' },
      'replacedBy: "I2" leads back to this bill',
    ],
  ])('[KINDS-6] %s', async (_what, changes, refusal) => {
    const other = { accountNumber: 'A2' };
    await desk.importWell(
      ...months,
      accountLine({ ...other, autopay: null }),
      invoiceLine({ ...other, invoiceNumber: 'X1', status: 'OPEN', paidOn: null }),
    );
    expect(await desk.refusalsOf([nextInvoiceLine(changes)])).toEqual([`line 1: ${refusal}`]);
  });

  test('[KINDS-6] successors that lead back to each other, each of them, and one that a known bill leads back to', async () => {
    const chain = (number: string, replacedBy: string, periodStart: string) =>
      nextInvoiceLine({ invoiceNumber: number, replacedBy, reversedOn: '2026-11-12', periodStart });
    const loop = [
      chain('I2', 'I4', '2026-11-05'),
      chain('I4', 'I5', '2026-11-06'),
      chain('I5', 'I2', '2026-11-07'),
    ];
    expect(await desk.refusalsOf([...owner, ...loop])).toEqual([
      'line 5: replacedBy: "I4" leads back to this bill',
      'line 6: replacedBy: "I5" leads back to this bill',
      'line 7: replacedBy: "I2" leads back to this bill',
    ]);
    await desk.importWell(...months, chain('I4', 'I2', '2026-11-06'));
    expect(await desk.refusalsOf([nextInvoiceLine({ reversedOn: '2026-11-12', replacedBy: 'I4' })])).toEqual([
      'line 1: replacedBy: "I4" leads back to this bill',
    ]);
  });

  test('[KINDS-6] a reversal that is taken back, and one whose successor is refused', async () => {
    await desk.importWell(...months);
    const refused = { ...nextInvoiceLine({ invoiceNumber: 'I2R', previousBalance: '7.00' }), dueOn: 'soon' };
    expect(
      await desk.refusalsOf([nextInvoiceLine({ reversedOn: '2026-11-12', replacedBy: 'I2R' }), refused]),
    ).toEqual(['line 1: replacedBy: "I2R" is refused (line 2)', 'line 2: dueOn: must be a day, YYYY-MM-DD']);
    await desk.importWell(nextInvoiceLine({ reversedOn: '2026-11-12' }));
    expect(await desk.refusalsOf([nextInvoiceLine({ paidOn: null })])).toEqual([
      'line 1: reversedOn: is missing: the bill was reversed on 2026-11-12',
    ]);
  });
});

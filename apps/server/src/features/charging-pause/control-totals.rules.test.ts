import { expect, test } from 'vitest';
import { contradictionOf, parseControlTotals } from './control-totals.rules.ts';

const fields = {
  covers: '2026-11-24T00:00:00-05:00..2026-11-25T05:00:00Z',
  count: 2,
  total: '1019.88',
  by: 'Kim Lee',
};
const totals = {
  from: new Date('2026-11-24T05:00:00Z'),
  to: new Date('2026-11-25T05:00:00Z'),
  charges: 2,
  totalCents: 101_988,
  by: 'Kim Lee',
};

test('[CHARGE-4] control totals are read from texts and numbers', () => {
  expect(parseControlTotals(fields)).toEqual(totals);
  expect(parseControlTotals({ ...fields, count: '0', total: 0, more: [] })).toEqual({
    ...totals,
    charges: 0,
    totalCents: 0,
  });
});

test.each([
  ['covers', undefined],
  ['covers', 'yesterday..2026-11-25T05:00:00Z'],
  ['covers', '2026-11-24T05:00:00Z'],
  ['covers', '2026-11-24T05:00:00Z..2026-11-24T05:00:00Z'],
  ['covers', '2026-11-24T05:00:00..2026-11-25T05:00:00Z'],
  ['covers', `${fields.covers}..2026-11-26T05:00:00Z`],
  ['count', undefined],
  ['count', -1],
  ['count', 1.5],
  ['count', ''],
  ['count', '9'.repeat(10)],
  ['total', undefined],
  ['total', '1,019.88'],
  ['total', '--1'],
  ['total', 0.001],
  ['by', undefined],
  ['by', '  '],
  ['by', 'Kim\0'],
])('[CHARGE-4] a sentence names %s when it is %j', (field, value) => {
  expect(parseControlTotals({ ...fields, [field]: value })).toMatch(new RegExp(`^${field} must be `));
});

test.each([[null], [[]], ['text'], [{ ...fields, by: null }]])(
  '[CHARGE-4] %j are no control totals',
  (value) => {
    expect(parseControlTotals(value)).toEqual(expect.any(String));
  },
);

const rowAt = (at: string, amountCents = 50_994) => ({
  reference: '4000000000000001',
  transaction: null,
  amountCents,
  at: new Date(at),
  lastFour: null,
});
const first = rowAt('2026-11-24T05:00:00Z');
const last = rowAt('2026-11-25T04:59:59.999Z');

test('[CHARGE-4] control totals agree with all rows from the first instant of the range up to its last', () => {
  const records = { charges: [first, last], refunds: [], unreadable: [] };
  expect(contradictionOf(totals, records, totals.to)).toBeUndefined();
  expect(contradictionOf(totals, records, new Date(totals.to.getTime() - 1))).toContain('after now');
  const more = { ...totals, totalCents: totals.totalCents + 1 };
  expect(contradictionOf(more, records, totals.to)).toBe('its rows add up to $1,019.88, not $1,019.89');
  // A refund is a row, and taken off: a day can end below 0.
  const refunds = [{ ...rowAt('2026-11-24T06:00:00Z', 60_000), means: 'refund' as const }];
  const net = parseControlTotals({ ...fields, total: '-90.06' });
  if (typeof net === 'string') throw new Error(net);
  expect(contradictionOf(net, { charges: [first], refunds, unreadable: [] }, totals.to)).toBeUndefined();
});

test('[CHARGE-4] everything that differs is named', () => {
  const charges = [rowAt('2026-11-24T04:59:59.999Z', 1), first, rowAt('2026-11-25T05:00:00Z')];
  const unreadable = [{ where: 'line 5', reason: 'order_number is empty' }];
  expect(contradictionOf(totals, { charges, refunds: [], unreadable }, totals.to)?.split('; ')).toEqual([
    '1 of its rows cannot be read',
    'it has 3 rows, not 2',
    'its rows add up to $1,019.89, not $1,019.88',
    '2 of its rows are not in its range: order 4000000000000001',
  ]);
});

import { expect, test } from 'vitest';
import { openItem } from '../../testing/page-data.ts';
import { autopayPlanOf } from './autopay-plan.rules.ts';

const today = '2026-11-24';
const old = openItem({ amount: 50, due_date: '2026-10-26', past_due: true });
const next = openItem({ amount: 84.99, due_date: '2026-12-01' });
const later = openItem({ amount: 10, due_date: '2027-01-01' });
const plan = (openItems: (typeof old)[], planned = 0, pastDue = 0) =>
  autopayPlanOf({ openItems, planned, pastDue }, today);

test.each([
  ['the next due date, without what is due later', [next, later], 0, { day: '2026-12-01', cents: 8_499 }],
  ['with it what is past due', [old, next], 0, { day: '2026-12-01', cents: 13_499 }],
  ['a bill that is due today', [{ ...next, due_date: today }], 0, { day: today, cents: 8_499 }],
  ['less what is on its way', [{ ...next, on_its_way: 4.99 }], 0, { day: '2026-12-01', cents: 8_000 }],
  ['less what is planned', [next], 0.99, { day: '2026-12-01', cents: 8_400 }],
  [
    'the bill after one that a planned payment covers',
    [next, later],
    84.99,
    { day: '2027-01-01', cents: 1_000 },
  ],
  ['no day, while nothing is due ahead', [old], 0, null],
  ['no day, when nothing is owed', [], 0, null],
])('[AUTOPAY-1] the first charge is on %s', (_what, items, planned, first) => {
  expect(plan(items, planned).first).toEqual(first);
});

test('[AUTOPAY-1] names the past-due debt', () => {
  expect(plan([old, next], 0, 50).pastDueCents).toBe(5_000);
});

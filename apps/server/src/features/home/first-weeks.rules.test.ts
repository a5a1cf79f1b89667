import { expect, test } from 'vitest';
import { firstWeeksOf } from './first-weeks.rules.ts';

const account = {
  status: 'ACTIVE',
  cycleDay: 17,
  monthlyPriceCents: 6_000,
  serviceSince: '2026-11-24',
} as const;
const open = (...ids: string[]) => ({ openItems: ids.map((invoiceId) => ({ invoiceId })) }) as never;
const none = open();
const hasVisit = true;
const bills = (...ids: string[]) => ids.map((id) => ({ id }));

test.each([
  // Of Nov 17 to Dec 16, 30 days.
  ['2026-11-24', '2026-11-20', { date: '2026-12-17', amount: 46 }],
  ['2026-11-17', '2026-11-20', { date: '2026-12-17', amount: 60 }],
  // Cycles before that had no bill.
  ['2026-10-01', '2026-11-20', { date: '2026-12-17', amount: 60 }],
  ['2026-12-16', '2026-11-20', { date: '2026-12-17', amount: 2 }],
  // Service begins in the cycle after this one, of 31 days.
  ['2026-12-20', '2026-11-20', { date: '2027-01-17', amount: 54.19 }],
  [null, '2026-12-02', { date: '2026-12-17', amount: 30 }],
])('[HOME-9] service since %s, on %s: the first bill is %j', (serviceSince, today, firstBill) => {
  expect(firstWeeksOf({ ...account, serviceSince }, [], { balance: none, hasVisit, today })).toEqual({
    hasVisit,
    firstBill,
  });
});

test.each([
  ['one open bill', bills('a'), open('a'), { hasVisit, firstBill: null }],
  ['two open bills', bills('b', 'a'), open('a', 'b'), { hasVisit, firstBill: null }],
  ['three open bills', bills('c', 'b', 'a'), open('a', 'b', 'c'), { hasVisit, firstBill: null }],
  ['one of two paid', bills('b', 'a'), open('b'), null],
  ['the only one paid', bills('a'), none, null],
  ['four open ones: it is not new', bills('d', 'c', 'b', 'a'), open('a', 'b', 'c', 'd'), null],
])('[HOME-9] %s', (_, issued, balance, expected) => {
  expect(firstWeeksOf(account, issued, { balance, hasVisit, today: '2026-11-20' })).toEqual(expected);
});

test('[HOME-9] a closed account waits for nothing', () => {
  expect(
    firstWeeksOf({ ...account, status: 'INACTIVE' }, [], { balance: none, hasVisit, today: '2026-11-20' }),
  ).toBeNull();
});

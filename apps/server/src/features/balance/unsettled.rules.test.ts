import { expect, test } from 'vitest';
import { openingId } from './allocation.rules.ts';
import { unsettledBefore, unsettledLeft } from './unsettled.rules.ts';

test.each([
  ['all that is open was never settled while nothing came back', 900, null, 0, 900],
  ['of a debt that came back the rest was never settled', 900, 400, 0, 400],
  ['what came back is paid first', 900, 400, 300, 400],
  ['then the rest', 900, 400, 700, 200],
  ['a payment since then took some of the rest', 300, 400, 0, 300],
])('[AUTOPAY-4] %s', (_what, openCents, unsettledCents, coveredCents, left) => {
  expect(unsettledLeft({ openCents, unsettledCents }, coveredCents)).toBe(left);
});

const debts = [
  { id: openingId, dueOn: '2026-10-05', openCents: 100, unsettledCents: null },
  { id: 'new', dueOn: '2026-11-20', openCents: 500, unsettledCents: null },
  { id: 'old', dueOn: '2026-10-20', openCents: 300, unsettledCents: 250 },
];

test.each<[string, number, string[], Record<string, number>]>([
  ['nothing is kept while nothing comes back', 0, [], {}],
  ['a paid bill has nothing left', 0, ['paid'], { paid: 0 }],
  [
    'a part-paid bill has what is open, but for what came back before',
    0,
    ['new', 'old'],
    { new: 500, old: 250 },
  ],
  ['an accepted debit settles the oldest', 420, ['paid'], { paid: 0, opening: 0, old: 0, new: 480 }],
])('[AUTOPAY-4] before bills are reopened, %s', (_what, pendingCents, reopenedIds, kept) => {
  expect(Object.fromEntries(unsettledBefore(debts, pendingCents, reopenedIds))).toEqual(kept);
});

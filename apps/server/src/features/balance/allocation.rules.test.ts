import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Allocation,
  allocateOldestFirst,
  type Credit,
  type Debt,
  oldestFirst,
  openingId,
  reallocate,
} from './allocation.rules.ts';

const debts: readonly Debt[] = [
  { id: 'c', dueOn: '2026-03-26', openCents: 300 },
  { id: 'b', dueOn: '2026-02-26', openCents: 200 },
  { id: 'a', dueOn: '2026-02-26', openCents: 100 },
];
const payment = (freeCents: number): Credit[] => [{ id: 'p', availableOn: '2026-02-01', freeCents }];
const shown = (allocations: readonly Allocation[]) =>
  allocations.map(({ creditId, debtId, amountCents }) => [creditId, debtId, amountCents]);
const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

describe('which items credit pays', () => {
  test.each([
    [50, [['p', 'a', 50]]],
    [100, [['p', 'a', 100]]],
    [
      250,
      [
        ['p', 'a', 100],
        ['p', 'b', 150],
      ],
    ],
    [
      900,
      [
        ['p', 'a', 100],
        ['p', 'b', 200],
        ['p', 'c', 300],
      ],
    ],
  ])('[PAY-1] %i cents pay the item with the oldest due date before the next', (cents, expected) => {
    expect(shown(allocateOldestFirst(payment(cents), debts))).toEqual(expected);
  });

  test('of one due date the opening debt comes first, then the older id', () => {
    const opening = { id: openingId, dueOn: '2026-02-26' };
    expect(oldestFirst([...debts, opening]).map(({ id }) => id)).toEqual([openingId, 'a', 'b', 'c']);
  });

  test('the oldest credit is used first, opening credit before a payment of its day', () => {
    const credits = [
      { id: 'a late one', availableOn: '2026-02-02', freeCents: 70 },
      { id: 'early', availableOn: '2026-02-01', freeCents: 50 },
      { id: openingId, availableOn: '2026-02-01', freeCents: 40 },
    ];
    expect(shown(allocateOldestFirst(credits, debts))).toEqual([
      [openingId, 'a', 40],
      ['early', 'a', 50],
      ['a late one', 'a', 10],
      ['a late one', 'b', 60],
    ]);
  });

  test('a credit or an item of nothing pays and takes nothing', () => {
    const empty = { id: 'x', dueOn: '2026-01-01', openCents: 0 };
    expect(shown(allocateOldestFirst([...payment(0), ...payment(10)], [empty, ...debts]))).toEqual([
      ['p', 'a', 10],
    ]);
  });
});

describe('allocations after a change', () => {
  test('what fits stays where it was, the rest goes to the oldest', () => {
    const existing = [
      { creditId: 'p', debtId: 'c', amountCents: 120 },
      { creditId: 'gone', debtId: 'a', amountCents: 100 },
      { creditId: 'p', debtId: 'gone', amountCents: 30 },
    ];
    expect(shown(reallocate(payment(250), debts, existing))).toEqual([
      ['p', 'c', 120],
      ['p', 'a', 100],
      ['p', 'b', 30],
    ]);
  });

  test('an item that became smaller frees the difference, on one allocation for each pair', () => {
    const existing = [
      { creditId: 'p', debtId: 'a', amountCents: 150 },
      { creditId: 'p', debtId: 'b', amountCents: 50 },
    ];
    expect(shown(reallocate(payment(250), debts, existing))).toEqual([
      ['p', 'a', 100],
      ['p', 'b', 150],
    ]);
  });
});

const dayOfMonth = fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`);
const cents = fc.integer({ min: 0, max: 50_000 });
const someDebts = fc.uniqueArray(fc.record({ id: fc.uuid(), dueOn: dayOfMonth, openCents: cents }), {
  selector: ({ id }) => id,
  maxLength: 8,
});
const someCredits = fc.uniqueArray(fc.record({ id: fc.uuid(), availableOn: dayOfMonth, freeCents: cents }), {
  selector: ({ id }) => id,
  maxLength: 6,
});

test('never more than is free or open, and nothing is free while something is open', () => {
  const pairs = fc.array(fc.tuple(fc.nat(5), fc.nat(7), fc.integer({ min: 1, max: 60_000 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(someCredits, someDebts, pairs, (credits, open, indexes) => {
      const existing = indexes.map(([credit, debt, amountCents]) => ({
        creditId: credits[credit]?.id ?? 'gone',
        debtId: open[debt]?.id ?? 'gone',
        amountCents,
      }));
      const allocations = reallocate(credits, open, existing);
      const usedOf = (id: string) =>
        sum(allocations.filter((a) => a.creditId === id).map((a) => a.amountCents));
      const paidOf = (id: string) =>
        sum(allocations.filter((a) => a.debtId === id).map((a) => a.amountCents));
      expect(credits.every(({ id, freeCents }) => usedOf(id) <= freeCents)).toBe(true);
      expect(open.every(({ id, openCents }) => paidOf(id) <= openCents)).toBe(true);
      const used = sum(allocations.map(({ amountCents }) => amountCents));
      const free = sum(credits.map(({ freeCents }) => freeCents));
      expect(used).toBe(Math.min(free, sum(open.map(({ openCents }) => openCents))));
      expect(allocations.every(({ amountCents }) => amountCents > 0)).toBe(true);
      expect(new Set(allocations.map((a) => `${a.creditId} ${a.debtId}`)).size).toBe(allocations.length);
    }),
  );
});

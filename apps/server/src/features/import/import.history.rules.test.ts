import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balancesBefore } from './import.balances.rules.ts';
import { type HistoryBill, type HistoryPayment, refuseWhatDoesNotAddUp } from './import.history.rules.ts';
import { centsOf, dollarsOf } from './import.money.ts';
import { movesTo } from './import.moves.rules.ts';
import { settlePortalPayments } from './import.settle.rules.ts';

const bill = (number: string, issuedOn: string, changes: Partial<HistoryBill> = {}): HistoryBill => ({
  line: 1,
  number,
  issuedOn,
  periodStart: issuedOn,
  amountCents: 1_000,
  previousBalanceCents: 0,
  status: null,
  provesBalance: true,
  paidHereCents: 0,
  ...changes,
});

const payment = (occurredOn: string, changes: Partial<HistoryPayment> = {}): HistoryPayment => ({
  line: 2,
  name: 'P',
  state: 'COMPLETED',
  occurredOn,
  amountCents: 1_000,
  isMadeHere: false,
  appliedTo: [],
  ...changes,
});

describe('what can have been owed when a bill was issued', () => {
  const first = bill('I1', '2026-01-05');
  const second = bill('I2', '2026-02-05');
  test.each<[string, HistoryPayment[], number[]]>([
    ['nothing was paid', [], [1_000]],
    ['paid between', [payment('2026-01-20')], [0]],
    ['paid on the day of the bill: before or after it', [payment('2026-02-05')], [1_000, 0]],
    ['paid on the day of the bill before', [payment('2026-01-05')], [1_000, 0]],
    ['paid later', [payment('2026-02-06')], [1_000]],
    ['paid before the first bill: in its own previous balance', [payment('2026-01-04')], [1_000]],
    ['returned, who knows when', [payment('2026-01-20', { state: 'RETURNED' })], [1_000, 0]],
    ['pending', [payment('2026-01-20', { state: 'PENDING' })], [1_000]],
    ['failed', [payment('2026-01-20', { state: 'PROCESSING_ERROR' })], [1_000]],
    ['paid here', [payment('2026-01-20', { isMadeHere: true })], [1_000, 0]],
  ])('%s', (_what, payments, balances) => {
    expect([...(balancesBefore(second, [first, second], payments) ?? [])]).toEqual(balances);
  });

  test('a first bill says it itself', () => {
    expect(balancesBefore(first, [first, second], [])).toBeNull();
  });

  test('too many doubts speak against nothing', () => {
    const doubts = Array.from({ length: 30 }, (_, index) =>
      payment('2026-01-20', { isMadeHere: true, amountCents: 2 ** index }),
    );
    expect(balancesBefore(second, [first, second], doubts)).toBe('any');
  });
});

test('whatever is refused, what is left adds up and is not refused again', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-01-${String(date).padStart(2, '0')}`);
  const cents = fc.integer({ min: -500, max: 3_000 });
  const bills = fc.array(fc.tuple(day, cents, cents, fc.constantFrom('OPEN' as const, 'CLOSED' as const)), {
    maxLength: 6,
  });
  const payments = fc.array(
    fc.tuple(
      day,
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 1, max: 3_000 }),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(bills, payments, (someBills, somePayments) => {
      const history = {
        bills: someBills.map(([issuedOn, amountCents, previousBalanceCents, status], index) =>
          bill(`I${index}`, issuedOn, { line: index + 1, amountCents, previousBalanceCents, status }),
        ),
        payments: somePayments.map(([occurredOn, amountCents, at, appliedCents], index) =>
          payment(occurredOn, {
            line: 100 + index,
            amountCents,
            appliedTo: [{ invoiceNumber: `I${at}`, amountCents: appliedCents }],
          }),
        ),
        refused: [],
      };
      const lines = new Set(refuseWhatDoesNotAddUp(history).map(({ line }) => line));
      const isLeft = ({ line }: { line: number | null }) => !lines.has(line ?? 0);
      const left = { bills: history.bills.filter(isLeft), payments: history.payments.filter(isLeft) };
      for (const { number, amountCents } of left.bills) {
        const applied = left.payments
          .flatMap(({ appliedTo }) => appliedTo)
          .filter((part) => part.invoiceNumber === number);
        const sum = applied.reduce((total, part) => total + part.amountCents, 0);
        expect(sum).toBeLessThanOrEqual(Math.max(amountCents, 0));
      }
      const refused = [...lines].map((line) => ({ line, invoiceNumber: null }));
      expect(refuseWhatDoesNotAddUp({ ...left, refused })).toEqual([]);
    }),
  );
});

describe('money paid here', () => {
  test.each<[string, Record<string, number>, Record<string, Record<string, number>>]>([
    ['stays where it is', { b1: 1_000, b2: 1_000 }, { p1: { b1: 1_000 } }],
    ['moves on where a bill has no room for it', { b1: 0, b2: 1_000 }, { p1: { b2: 1_000 } }],
    ['is split where a bill has less room', { b1: 300, b2: 1_000 }, { p1: { b1: 300, b2: 700 } }],
    ['is a credit where nothing is open', { b1: 0, b2: -200 }, { p1: {} }],
  ])('%s', (_what, open, expected) => {
    const bills = Object.entries(open).map(([id, openCents], index) => ({
      id,
      openCents,
      issuedOn: `2026-0${index + 1}-05`,
    }));
    const paid = [
      { id: 'p1', occurredOn: '2026-01-20', amountCents: 1_000, appliedTo: new Map([['b1', 1_000]]) },
    ];
    const settled = [...settlePortalPayments(bills, paid)].map(([id, applied]) => [
      id,
      Object.fromEntries(applied),
    ]);
    expect(Object.fromEntries(settled)).toEqual(expected);
  });
});

test.each([
  ['PENDING', 'COMPLETED', ['COMPLETED']],
  ['PENDING', 'RETURNED', ['COMPLETED', 'RETURNED']],
  ['COMPLETED', 'REFUNDED', ['REFUNDED']],
  ['COMPLETED', 'COMPLETED', []],
  ['COMPLETED', 'PENDING', null],
  ['RETURNED', 'COMPLETED', null],
  ['PROCESSING_ERROR', 'COMPLETED', null],
  ['SUBMITTING', 'COMPLETED', null],
] as const)('a payment that is %s and %s in the file', (from, to, moves) => {
  expect(movesTo(from, to)).toEqual(moves);
});

test.each([
  ['84.99', 8_499],
  ['-0.05', -5],
  ['-0.00', 0],
  ['999999999.99', 99_999_999_999],
] as const)('%s dollars are %i cents', (dollars, cents) => {
  expect(Object.is(centsOf(dollars), cents)).toBe(true);
  expect(dollarsOf(cents)).toBe(dollars.replace('-0.00', '0.00'));
});

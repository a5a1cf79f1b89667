import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsOf, dollarsOf } from '../parse/import.values.rules.ts';
import type { History } from './import.history.rules.ts';
import { balancesBefore, refuseWhatDoesNotAddUp } from './import.sums.rules.ts';
import type { HistoryBill, HistoryPayment } from './import.units.rules.ts';

const bill = (number: string, issuedOn: string, changes: Partial<HistoryBill> = {}): HistoryBill => ({
  id: number,
  line: 1,
  number,
  issuedOn,
  dueOn: issuedOn,
  periodStart: issuedOn,
  amountCents: 1_000,
  previousBalanceCents: 0,
  status: null,
  provesBalance: true,
  ...changes,
});

const payment = (occurredOn: string, changes: Partial<HistoryPayment> = {}): HistoryPayment => ({
  id: 'P',
  line: 2,
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
      const history: History = {
        opening: null,
        existing: [],
        bills: someBills.map(([issuedOn, amountCents, previousBalanceCents, status], index) =>
          bill(`I${index}`, issuedOn, { line: index + 1, amountCents, previousBalanceCents, status }),
        ),
        payments: somePayments.map(([occurredOn, amountCents, at, appliedCents], index) =>
          payment(occurredOn, {
            id: `P${index}`,
            line: 100 + index,
            amountCents,
            appliedTo: [{ invoiceNumber: `I${at}`, amountCents: appliedCents }],
          }),
        ),
        refused: [],
      };
      const { history: left } = refuseWhatDoesNotAddUp(history);
      for (const { number, amountCents } of left.bills) {
        const applied = left.payments
          .flatMap(({ appliedTo }) => appliedTo)
          .filter((part) => part.invoiceNumber === number);
        const sum = applied.reduce((total, part) => total + part.amountCents, 0);
        expect(sum).toBeLessThanOrEqual(Math.max(amountCents, 0));
      }
      expect(refuseWhatDoesNotAddUp(left).refusals).toEqual([]);
    }),
  );
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, dollarsOf } from '../parse/import.values.rules.ts';
import type { History } from './import.history.rules.ts';
import { settle } from './import.settlement.rules.ts';
import { refuseWhatDoesNotAddUp } from './import.sums.rules.ts';
import type { HistoryBill, HistoryPayment } from './import.units.rules.ts';

const bill = (number: string, issuedOn: string, changes: Partial<HistoryBill> = {}): HistoryBill => ({
  id: number,
  line: 1,
  number,
  kind: 'cycle',
  reversedOn: null,
  replacedBy: null,
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
  refundedCents: 0,
  refunds: [],
  appliedTo: [],
  ...changes,
});

const historyOf = (changes: Partial<History>): History => ({
  opening: null,
  existing: [],
  bills: [],
  reversed: [],
  payments: [],
  refused: [],
  ...changes,
});

test('a bill of nothing may be open', () => {
  const history = historyOf({ bills: [bill('I1', '2026-01-05', { amountCents: 0, status: 'OPEN' })] });
  expect(refuseWhatDoesNotAddUp(history).refusals).toEqual([]);
});

test('a bill that became smaller than what was paid is refused, a payment of its rest is not', () => {
  const known = bill('I1', '2026-01-05', { line: null });
  const paid = (amountCents: number) => ({
    amountCents,
    appliedTo: [{ invoiceNumber: 'I1', amountCents }],
  });
  const history = historyOf({
    bills: [{ ...known, line: 1, amountCents: 400, known }],
    payments: [
      payment('2026-01-20', { id: 'P1', line: null, ...paid(600) }),
      payment('2026-01-21', { id: 'P2', line: 2, ...paid(400) }),
    ],
  });
  expect(refuseWhatDoesNotAddUp(history).refusals).toEqual([
    { line: 1, field: 'items', reason: 'add up to 4.00, less than what was paid before' },
  ]);
});

test('what a payment made here pays stays, also when an older bill comes', () => {
  const bills = [bill('I1', '2026-01-05'), bill('I2', '2026-02-05')];
  const paid = { creditId: 'P', debtId: 'I2', amountCents: 1_000 };
  const payments = [payment('2026-02-20', { isMadeHere: true })];
  expect(settle(historyOf({ bills, payments, existing: [paid] })).allocations).toEqual([
    { ...paid, isStated: false },
  ]);
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
      const history = historyOf({
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
      });
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

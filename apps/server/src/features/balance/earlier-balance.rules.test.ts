import { describe, expect, test } from 'vitest';
import { balancesBefore } from './earlier-balance.rules.ts';

type Bill = Parameters<typeof balancesBefore>[0];
type Payment = Parameters<typeof balancesBefore>[2][number];

const bill = (number: string, issuedOn: string): Bill => ({
  number,
  kind: 'cycle',
  reversedOn: null,
  issuedOn,
  amountCents: 1_000,
  previousBalanceCents: 0,
});

const payment = (occurredOn: string, changes: Partial<Payment> = {}): Payment => ({
  state: 'COMPLETED',
  occurredOn,
  amountCents: 1_000,
  isMadeHere: false,
  refundedCents: 0,
  refunds: [],
  ...changes,
});

describe('what can have been owed when a bill was issued', () => {
  const first = bill('I1', '2026-01-05');
  const second = bill('I2', '2026-02-05');
  test.each<[string, Payment[], number[]]>([
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

  const credit = (issuedOn: string, reversedOn: string | null = null): Bill => ({
    ...bill('C', issuedOn),
    kind: 'credit',
    amountCents: -300,
    reversedOn,
  });
  test.each<[string, Bill[], number[]]>([
    ['a credit before the first bill is in its previous balance', [credit('2026-01-04')], [1_000]],
    ['a credit on the day of the first bill', [credit('2026-01-05')], [1_000, 700]],
    ['a credit between', [credit('2026-01-20')], [700]],
    ['a credit on the day of the bill', [credit('2026-02-05')], [1_000, 700]],
    ['a credit after it', [credit('2026-02-06')], [1_000]],
    ['a credit that was reversed before it', [credit('2026-01-20', '2026-01-21')], [1_000]],
    ['a credit that was reversed after it', [credit('2026-01-20', '2026-02-06')], [700]],
    ['a credit before the first bill, reversed after it', [credit('2026-01-04', '2026-01-21')], [1_300]],
  ])('[KINDS-2] %s', (_what, adjustments, balances) => {
    const issued = [...adjustments, first, second];
    expect([...(balancesBefore(second, issued, []) ?? [])]).toEqual(balances);
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

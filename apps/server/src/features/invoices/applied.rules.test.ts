import { sumCents } from '@myaccount/contract/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppliedAllocation } from './applied.repository.ts';
import { appliedAmountsOf } from './applied.rules.ts';

const at = (day: string) => new Date(`${day}T17:00:00Z`);

/** $40.00 of a card's payment of Nov 20 that holds. */
const held: AppliedAllocation = {
  amountCents: 4_000,
  allocatedAt: at('2026-11-20'),
  reversedAt: null,
  paymentId: 'p-1',
  state: 'COMPLETED',
  occurredOn: '2026-11-20',
  id: 'm-1',
  methodType: 'tokenized-credit-card',
  cardType: 'VISA',
  nickname: null,
  lastFour: '4242',
  creditedOn: null,
  refundId: null,
  credit: null,
};
const reversed = (on: string, changes: Partial<AppliedAllocation> = {}): AppliedAllocation => {
  return { ...held, reversedAt: at(on), ...changes };
};
const credit: AppliedAllocation = {
  ...held,
  paymentId: null,
  state: null,
  occurredOn: null,
  creditedOn: '2026-11-12',
  credit: { id: 'c-1', invoice_num: 'CR-1', kind: 'credit' },
};
const refunded = { refundId: 'r-1' };

const rowsOf = (allocations: readonly AppliedAllocation[]) =>
  appliedAmountsOf(allocations, '2026-11-05', 'America/New_York').map(({ kind, day, amountCents, payment }) =>
    [kind, day, amountCents, payment?.id].filter((value) => value !== undefined),
  );

describe('what paid a bill', () => {
  test.each<[string, AppliedAllocation[], ReturnType<typeof rowsOf>]>([
    ['nothing', [], []],
    ['a payment', [held], [['paid', '2026-11-20', 4_000, 'p-1']]],
    [
      'a debit that came back',
      [reversed('2026-11-24', { state: 'RETURNED' })],
      [
        ['paid', '2026-11-20', 4_000, 'p-1'],
        ['returned', '2026-11-24', -4_000, 'p-1'],
      ],
    ],
    [
      'a debit that the import knew as returned',
      [reversed('2026-11-20', { state: 'RETURNED' })],
      [
        ['paid', '2026-11-20', 4_000, 'p-1'],
        ['returned', '2026-11-20', -4_000, 'p-1'],
      ],
    ],
    [
      'a refund of all that billing made',
      [reversed('2026-11-24', { state: 'REFUNDED' })],
      [
        ['paid', '2026-11-20', 4_000, 'p-1'],
        ['refunded', '2026-11-24', -4_000, 'p-1'],
      ],
    ],
    [
      'a refund in part, and then a return of the rest',
      [
        reversed('2026-11-26', { state: 'RETURNED', amountCents: 3_000, allocatedAt: at('2026-11-24') }),
        reversed('2026-11-24', { state: 'RETURNED', ...refunded }),
      ],
      [
        ['paid', '2026-11-20', 4_000, 'p-1'],
        ['refunded', '2026-11-24', -1_000, 'p-1'],
        ['returned', '2026-11-26', -3_000, 'p-1'],
      ],
    ],
    [
      'two refunds in part',
      [
        { ...held, amountCents: 500, allocatedAt: at('2026-11-25') },
        reversed('2026-11-25', { amountCents: 3_000, allocatedAt: at('2026-11-24'), refundId: 'r-2' }),
        reversed('2026-11-24', refunded),
      ],
      [
        ['paid', '2026-11-20', 4_000, 'p-1'],
        ['refunded', '2026-11-24', -1_000, 'p-1'],
        ['refunded', '2026-11-25', -2_500, 'p-1'],
      ],
    ],
    [
      'a refund that took only free credit',
      [{ ...held, allocatedAt: at('2026-11-24') }, reversed('2026-11-24', refunded)],
      [['paid', '2026-11-20', 4_000, 'p-1']],
    ],
    [
      'a refund after which the payment pays more of this bill',
      [{ ...held, amountCents: 5_000, allocatedAt: at('2026-11-24') }, reversed('2026-11-24', refunded)],
      [['paid', '2026-11-20', 5_000, 'p-1']],
    ],
    ['a payment that an import moved to another bill', [reversed('2026-11-24')], []],
    [
      'a payment of which an import moved a part',
      [{ ...held, amountCents: 1_500, allocatedAt: at('2026-11-24') }, reversed('2026-11-24')],
      [['paid', '2026-11-20', 1_500, 'p-1']],
    ],
    [
      'a return of what an import had left here',
      [
        reversed('2026-11-26', { state: 'RETURNED', amountCents: 2_500, allocatedAt: at('2026-11-24') }),
        reversed('2026-11-24', { state: 'RETURNED' }),
      ],
      [
        ['paid', '2026-11-20', 2_500, 'p-1'],
        ['returned', '2026-11-26', -2_500, 'p-1'],
      ],
    ],
    ['a credit', [credit], [['credited', '2026-11-12', 4_000]]],
    ['a credit that was taken back', [{ ...credit, reversedAt: at('2026-11-24') }], []],
    [
      'the credit that the account came with',
      [{ ...credit, credit: null, creditedOn: null }],
      [['credited', '2026-11-05', 4_000]],
    ],
    [
      'two payments and a credit, by day',
      [{ ...held, paymentId: 'p-2', occurredOn: '2026-11-22', amountCents: 700 }, held, credit],
      [
        ['credited', '2026-11-12', 4_000],
        ['paid', '2026-11-20', 4_000, 'p-1'],
        ['paid', '2026-11-22', 700, 'p-2'],
      ],
    ],
  ])('[STATEMENT-3] %s', (_what, allocations, rows) => {
    expect(rowsOf(allocations)).toEqual(rows);
  });

  test('[STATEMENT-3] each names its method or its credit', () => {
    const [first, second] = appliedAmountsOf([held, credit], '2026-11-05', 'UTC');
    expect(first).toMatchObject({ payment: null, credit: credit.credit });
    expect(second).toMatchObject({ payment: { payment_method: { card_type: 'VISA', last_four: '4242' } } });
  });

  test('[STATEMENT-3] the day of what went back is that of the business', () => {
    const late = { ...held, state: 'RETURNED', reversedAt: new Date('2026-11-25T03:00:00Z') } as const;
    expect(rowsOf([late])[1]).toEqual(['returned', '2026-11-24', -4_000, 'p-1']);
  });
});

/** A payment that is applied, given back in parts, and perhaps returned, as allocations: the latest first. */
const history = fc
  .record({
    cents: fc.integer({ min: 1, max: 100_000 }),
    parts: fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 4 }),
    isReturned: fc.boolean(),
  })
  .map(({ cents, parts, isReturned }) => {
    const rows: AppliedAllocation[] = [];
    let left = cents;
    let since = at('2026-11-01');
    const state = isReturned ? 'RETURNED' : 'COMPLETED';
    for (const [order, part] of parts.entries()) {
      const reversedAt = new Date(since.getTime() + (order + 1) * 1_000);
      if (left > 0)
        rows.unshift({
          ...held,
          state,
          amountCents: left,
          allocatedAt: since,
          reversedAt,
          refundId: `r-${order}`,
        });
      left = Math.max(0, left - part);
      since = reversedAt;
    }
    const last = { ...held, state, amountCents: left, allocatedAt: since } as const;
    if (left > 0)
      rows.unshift(isReturned ? { ...last, reversedAt: new Date(since.getTime() + 60_000) } : last);
    return { rows, cents, heldCents: isReturned ? 0 : left };
  });

test('[STATEMENT-3] the rows add up to what holds, whatever was given back, and no row is 0', () => {
  fc.assert(
    fc.property(fc.array(history, { maxLength: 5 }), (payments) => {
      const allocations = payments.flatMap(({ rows }, index) =>
        rows.map((row) => ({ ...row, paymentId: `p-${index}` })),
      );
      const amounts = appliedAmountsOf(allocations, '2026-11-05', 'UTC');
      expect(sumCents(amounts)).toBe(payments.reduce((sum, { heldCents }) => sum + heldCents, 0));
      expect(amounts.every(({ kind, amountCents }) => (kind === 'paid') === amountCents > 0)).toBe(true);
      for (const [index, { cents }] of payments.entries()) {
        const paid = amounts.filter(({ kind, payment }) => kind === 'paid' && payment?.id === `p-${index}`);
        expect(paid.map(({ amountCents }) => amountCents)).toEqual([cents]);
      }
    }),
  );
});

import type { OpenItem } from '@myaccount/contract/home';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openItem } from '../../testing/page-data.ts';
import { type PayableBalance, paymentSummaryOf } from './payment-summary.rules.ts';

const older = openItem({ invoice_id: 'i-1', label: 'INV-1', amount: 100, due_date: '2026-11-20' });
const newer = openItem({ invoice_id: 'i-2', label: 'INV-2', amount: 50, due_date: '2026-12-20' });
const late = { ...older, past_due: true };
const both = { openItems: [older, newer], credit: 0, inFlight: 0, planned: 0 };

interface SummaryCase {
  readonly covered: readonly (readonly [id: string | null, cents: number, isPart: boolean])[];
  readonly left?: readonly [cents: number, dueDate: string];
  readonly leftPastDue?: number;
  readonly toCredit?: number;
  readonly credit?: number;
}

const cases: readonly [about: string, PayableBalance, cents: number, SummaryCase][] = [
  [
    'a part of the oldest bill',
    both,
    4_000,
    { covered: [['i-1', 4_000, true]], left: [11_000, '2026-11-20'] },
  ],
  [
    'a part of a bill that is past due, before one that is not',
    { ...both, openItems: [late, newer] },
    4_000,
    { covered: [['i-1', 4_000, true]], left: [11_000, '2026-11-20'], leftPastDue: 6_000 },
  ],
  [
    'all that is past due',
    { ...both, openItems: [late, newer] },
    10_000,
    { covered: [['i-1', 10_000, false]], left: [5_000, '2026-12-20'] },
  ],
  [
    'exactly the oldest bill',
    both,
    10_000,
    { covered: [['i-1', 10_000, false]], left: [5_000, '2026-12-20'] },
  ],
  [
    'one cent more than the oldest bill',
    both,
    10_001,
    {
      covered: [
        ['i-1', 10_000, false],
        ['i-2', 1, true],
      ],
      left: [4_999, '2026-12-20'],
    },
  ],
  [
    'more than is owed',
    both,
    15_250,
    {
      covered: [
        ['i-1', 10_000, false],
        ['i-2', 5_000, false],
      ],
      toCredit: 250,
      credit: 250,
    },
  ],
  [
    'behind money on its way',
    { ...both, openItems: [{ ...older, on_its_way: 60 }, newer], inFlight: 60 },
    5_000,
    {
      covered: [
        ['i-1', 4_000, false],
        ['i-2', 1_000, true],
      ],
      left: [4_000, '2026-12-20'],
    },
  ],
  [
    'before a planned payment, which pays the rest later',
    { ...both, planned: 30 },
    10_000,
    { covered: [['i-1', 10_000, false]], left: [2_000, '2026-12-20'] },
  ],
  [
    'an open item that a planned payment will pay',
    { ...both, planned: 50 },
    10_000,
    { covered: [['i-1', 10_000, false]] },
  ],
  [
    'nothing that is open, on top of a credit',
    { openItems: [], credit: 12, inFlight: 0, planned: 0 },
    3_000,
    { covered: [], toCredit: 3_000, credit: 4_200 },
  ],
  [
    'nothing that is open, while more than that is on its way',
    { openItems: [{ ...newer, on_its_way: 50 }], credit: 0, inFlight: 70, planned: 0 },
    1_000,
    { covered: [], toCredit: 1_000, credit: 3_000 },
  ],
];

test.each(cases)('[PAY-8] a payment of %s', (_about, balance, cents, expected) => {
  const summary = paymentSummaryOf(balance, cents);
  const covered = summary.covered.map(({ item, amountCents, isPart }) => [
    item.invoice_id,
    amountCents,
    isPart,
  ]);
  expect(covered).toEqual(expected.covered);
  expect([summary.leftCents, summary.leftDueDate]).toEqual(expected.left ?? [0, null]);
  expect(summary.leftPastDueCents).toBe(expected.leftPastDue ?? 0);
  expect(summary.toCreditCents).toBe(expected.toCredit ?? 0);
  expect(summary.creditCents).toBe(expected.credit ?? 0);
});

const cents = fc.integer({ min: 1, max: 50_000 });
const dollars = (amount: number) => amount / 100;

/** A balance as the server answers it: money on its way covers the oldest items first. */
const balances = fc
  .record({ amounts: fc.array(cents, { maxLength: 6 }), inFlight: fc.nat(120_000) })
  .map(({ amounts, inFlight }): PayableBalance => {
    let left = inFlight;
    const openItems: OpenItem[] = amounts.map((amount, index) => {
      const onItsWay = Math.min(left, amount);
      left -= onItsWay;
      return openItem({
        invoice_id: `i-${index}`,
        amount: dollars(amount),
        on_its_way: dollars(onItsWay),
        due_date: `2026-12-0${index + 1}`,
      });
    });
    return { openItems, credit: 0, inFlight: dollars(inFlight), planned: 0 };
  });

test('[PAY-8] every cent of a payment pays an item or becomes credit, and what is left is the rest', () => {
  fc.assert(
    fc.property(balances, cents, (balance, amountCents) => {
      const summary = paymentSummaryOf(balance, amountCents);
      const coveredCents = summary.covered.reduce((sum, line) => sum + line.amountCents, 0);
      expect(coveredCents + summary.toCreditCents).toBe(amountCents);
      const owedCents = balance.openItems.reduce((sum, item) => sum + Math.round(item.amount * 100), 0);
      const balanceCents = owedCents - Math.round(balance.inFlight * 100) - amountCents;
      expect(summary.leftCents).toBe(Math.max(0, balanceCents));
      expect(summary.creditCents).toBe(Math.max(0, -balanceCents));
      expect(summary.leftDueDate === null).toBe(summary.leftCents === 0);
    }),
  );
});

test('[PAY-8] nothing newer is paid while something older is open', () => {
  fc.assert(
    fc.property(balances, cents, (balance, amountCents) => {
      const { covered } = paymentSummaryOf(balance, amountCents);
      expect(covered.every(({ isPart }, index) => !isPart || index === covered.length - 1)).toBe(true);
      const open = balance.openItems.filter((item) => item.on_its_way < item.amount);
      expect(covered.map(({ item }) => item)).toEqual(open.slice(0, covered.length));
      expect(covered.every((line) => line.amountCents > 0)).toBe(true);
    }),
  );
});

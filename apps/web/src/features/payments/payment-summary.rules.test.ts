import type { OpenItem } from '@myaccount/contract/home';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openItem } from '../../testing/page-data.ts';
import { type PayableBalance, paymentSummaryOf } from './payment-summary.rules.ts';

const older = openItem({ invoice_id: 'i-1', label: 'INV-1', amount: 100, due_date: '2026-11-20' });
const newer = openItem({ invoice_id: 'i-2', label: 'INV-2', amount: 50, due_date: '2026-12-20' });
const late = { ...older, past_due: true };
const both = { openItems: [older, newer], credit: 0, inFlight: 0, planned: 0 };

const lateThenNewer = { ...both, openItems: [late, newer] };
const onItsWay = { ...both, openItems: [{ ...older, on_its_way: 60 }, newer], inFlight: 60 };
const moreOnItsWay = { openItems: [{ ...newer, on_its_way: 50 }], credit: 0, inFlight: 70, planned: 0 };
const creditOnly = { openItems: [], credit: 12, inFlight: 0, planned: 0 };
const [firstDay, secondDay] = [older.due_date, newer.due_date];

type Figures = [left: number, dueDate: string | null, pastDue: number, toCredit: number, credit: number];
const cases: readonly [about: string, PayableBalance, cents: number, covered: string, Figures][] = [
  ['a part of the oldest bill', both, 4_000, 'part of i-1 4000', [11_000, firstDay, 0, 0, 0]],
  ['a part of a bill past due', lateThenNewer, 4_000, 'part of i-1 4000', [11_000, firstDay, 6_000, 0, 0]],
  ['all that is past due', lateThenNewer, 10_000, 'i-1 10000', [5_000, secondDay, 0, 0, 0]],
  ['exactly the oldest bill', both, 10_000, 'i-1 10000', [5_000, secondDay, 0, 0, 0]],
  ['one cent more than the oldest', both, 10_001, 'i-1 10000, part of i-2 1', [4_999, secondDay, 0, 0, 0]],
  ['more than is owed', both, 15_250, 'i-1 10000, i-2 5000', [0, null, 0, 250, 250]],
  ['behind money on its way', onItsWay, 5_000, 'i-1 4000, part of i-2 1000', [4_000, secondDay, 0, 0, 0]],
  ['before a plan of a part', { ...both, planned: 30 }, 10_000, 'i-1 10000', [2_000, secondDay, 0, 0, 0]],
  ['before a plan of the rest', { ...both, planned: 50 }, 10_000, 'i-1 10000', [0, null, 0, 0, 0]],
  ['nothing that is open, on top of a credit', creditOnly, 3_000, '', [0, null, 0, 3_000, 4_200]],
  ['nothing open, while more is on its way', moreOnItsWay, 1_000, '', [0, null, 0, 1_000, 3_000]],
];

test.each(cases)('[PAY-8] a payment of %s', (_about, balance, cents, covered, figures) => {
  const summary = paymentSummaryOf(balance, cents);
  const lines = summary.covered.map(
    ({ item, amountCents, isPart }) => `${isPart ? 'part of ' : ''}${item.invoice_id} ${amountCents}`,
  );
  expect(lines.join(', ')).toBe(covered);
  const { leftCents, leftDueDate, leftPastDueCents, toCreditCents, creditCents } = summary;
  expect([leftCents, leftDueDate, leftPastDueCents, toCreditCents, creditCents]).toEqual(figures);
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

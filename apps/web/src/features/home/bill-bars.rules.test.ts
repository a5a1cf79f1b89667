import { expect, test } from 'vitest';
import { billBars } from './bill-bars.rules.ts';

/** Bars of bills of these amounts, oldest first, as `[amount, change, kept, changed]`. */
function barsOf(...amounts: number[]) {
  const bills = amounts.map((amount, index) => ({
    invoice_num: `INV-${index}`,
    occurred_on: `2026-0${index + 1}-12`,
    amount,
  }));
  return billBars(bills).map((bar) => [
    bar.amountCents,
    bar.changeCents,
    Math.round(bar.keptPercent),
    Math.round(bar.changePercent),
  ]);
}

test('[HOME-4] the newest bill comes first, each with what changed against the one before', () => {
  expect(barsOf(80, 100, 100, 60)).toEqual([
    [6_000, -4_000, 60, 40],
    [10_000, 0, 100, 0],
    [10_000, 2_000, 80, 20],
    [8_000, 0, 80, 0],
  ]);
});

test('[HOME-4] of many bills the last six show, and the oldest of them knows the one before', () => {
  const bars = barsOf(50, 40, 40, 40, 40, 40, 40);
  expect(bars).toHaveLength(6);
  expect(bars.at(-1)).toEqual([4_000, -1_000, 80, 20]);
});

test('[HOME-4] a bill of nothing and a credit have no length', () => {
  expect(barsOf(0, -5, 50)).toEqual([
    [5_000, 5_500, 0, 100],
    [-500, -500, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(barsOf(0, 0, 0).map(([, , kept]) => kept)).toEqual([0, 0, 0]);
});

test('[HOME-4] two bills are too few for a chart', () => {
  expect([barsOf(), barsOf(80, 90)]).toEqual([[], []]);
});

import { expect, test } from 'vitest';
import { barAfterKey, billBars } from './bill-bars.rules.ts';

const bottom = 84;

test('[HOME-4] the highest bill has the full height and half of it is half as high', () => {
  expect(billBars([42, 84]).map((bar) => bar.height)).toEqual([32, 64]);
});

test('[HOME-4] twelve bars stand in the middle of twelve equal parts, and none touches its neighbor', () => {
  const bars = billBars(Array.from({ length: 12 }, (_, month) => 80 + month));
  for (const [index, bar] of bars.entries()) {
    expect(bar.slotX).toBeCloseTo((index * 100) / 12);
    expect(bar.x + bar.width / 2).toBeCloseTo(bar.slotX + bar.slotWidth / 2);
    expect(bar.width).toBeLessThan(bar.slotWidth);
  }
});

test('[HOME-4] three bars keep the shape of bars', () => {
  for (const bar of billBars([80, 90, 100])) expect(bar.width).toBe(9);
});

test.each([[[0, 84]], [[-12, 84]], [[0, 0]]])('[HOME-4] a bill of nothing is still seen in %j', (amounts) => {
  for (const bar of billBars(amounts)) {
    expect(bar.height).toBeGreaterThan(0);
    expect(bar.y + bar.height).toBe(bottom);
  }
});

test('[HOME-4] no bills, no bars', () => {
  expect(billBars([])).toEqual([]);
});

test.each([
  ['ArrowLeft', 5, 4],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 5, 6],
  ['ArrowRight', 11, 11],
  ['Home', 5, 0],
  ['End', 5, 11],
  ['Enter', 5, undefined],
])('[HOME-4] %s on bar %d of 12 leads to bar %s', (key, active, target) => {
  expect(barAfterKey(key, active, 12)).toBe(target);
});

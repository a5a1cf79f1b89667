import { expect, test } from 'vitest';
import { billBars, chartHeight, chartWidth } from './bill-bars.rules.ts';

test('[HOME-4] the highest bill fills the chart and half of it is half as high', () => {
  const bars = billBars([42, 84]);
  expect(bars.map((bar) => bar.height)).toEqual([chartHeight / 2, chartHeight]);
});

test('[HOME-4] twelve bills fit beside each other', () => {
  const bars = billBars(Array.from({ length: 12 }, (_, month) => 80 + month));
  for (const [index, bar] of bars.entries()) {
    const next = bars[index + 1];
    expect(bar.x + bar.width).toBeLessThan(next ? next.x : chartWidth);
  }
});

test.each([[[0, 84]], [[-12, 84]], [[0, 0]]])('[HOME-4] a bill of nothing is still seen in %j', (amounts) => {
  for (const bar of billBars(amounts)) {
    expect(bar.height).toBeGreaterThan(0);
    expect(bar.y + bar.height).toBe(chartHeight);
  }
});

test('[HOME-4] no bills, no bars', () => {
  expect(billBars([])).toEqual([]);
});

import { centsOf } from '../../ui/Money.tsx';

/** Drawing area of the chart in its own units; the SVG scales with the card. */
export const chartWidth = 360;
export const chartHeight = 120;
const gapShare = 0.3;
const widestBar = 36;
const lowestBar = 2;

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns one bar per bill, oldest left, the highest at full height. A bill of 0 or a credit keeps a thin line, so that it
 * does not look like a gap.
 */
export function billBars(amounts: readonly number[]): Bar[] {
  const cents = amounts.map(centsOf);
  const highest = Math.max(1, ...cents);
  const slot = chartWidth / Math.max(1, cents.length);
  const width = Math.min(widestBar, slot * (1 - gapShare));
  return cents.map((amount, index) => {
    const height = Math.max(lowestBar, (Math.max(0, amount) / highest) * chartHeight);
    return { x: index * slot + (slot - width) / 2, y: chartHeight - height, width, height };
  });
}

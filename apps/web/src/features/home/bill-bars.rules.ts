import { centsOf } from '../../ui/Money.tsx';

/** Drawing area of the bars, in percent of the chart; above stands the value, below the months. */
const plotTop = 20;
const plotBottom = 84;
const gapShare = 0.3;
/** Of few bills each bar keeps the shape of a bar. */
const widestBar = 9;
const lowestBar = 1.5;

/** A bar and what belongs to it, in percent of the chart. */
export interface Bar {
  /** Left edge and width of the part of the chart that belongs to the bar. */
  readonly slotX: number;
  readonly slotWidth: number;
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
  const slotWidth = 100 / Math.max(1, cents.length);
  const width = Math.min(widestBar, slotWidth * (1 - gapShare));
  return cents.map((amount, index) => {
    const height = Math.max(lowestBar, (Math.max(0, amount) / highest) * (plotBottom - plotTop));
    const slotX = index * slotWidth;
    return { slotX, slotWidth, x: slotX + (slotWidth - width) / 2, y: plotBottom - height, width, height };
  });
}

/** Returns the bar that a key leads to; undefined for other keys. */
export function barAfterKey(key: string, active: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: active - 1,
    ArrowRight: active + 1,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1);
}

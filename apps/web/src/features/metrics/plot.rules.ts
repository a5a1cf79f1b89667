import type { CountsPoint } from '@myaccount/contract/metrics';
import { type Chart, countOf } from './charts.ts';
import { hourOf } from './formats.ts';
import { dayMs, hourMs } from './ranges.ts';

/** Steps of the axis that divide a day. */
const hourSteps = [1, 2, 3, 4, 6, 8, 12];
/** What a label takes with the space beside it. */
const labelRem = 3.75;
const fewest = 2;
/** More would fit a chart that has a line of the page to itself, but it shows the same hours as its neighbors. */
const most = 7;

/** Milliseconds between two points of a series; one hour if it has fewer than two. */
export function stepOf([first, second]: readonly CountsPoint[]): number {
  return first && second ? Date.parse(second.at) - Date.parse(first.at) : hourMs;
}

/**
 * Returns the points that the axis of a chart names, as many as fit its width: at even steps, hours that divide the day, or
 * the starts of days. Charts over the same hours name the same points.
 */
export function ticksOf(series: readonly CountsPoint[], widthRem: number): string[] {
  const maximum = Math.min(most, Math.max(fewest, Math.floor(widthRem / labelRem)));
  const pointsOfDay = Math.max(1, Math.round(dayMs / stepOf(series)));
  const hours = hourSteps.find((step) => Math.ceil(series.length / step) <= maximum);
  // A part of a day, or whole days; as many points as it takes if each is longer.
  const part = stepOf(series) <= hourMs ? hours : undefined;
  const step = part ?? Math.ceil(series.length / pointsOfDay / maximum) * pointsOfDay;
  const isAligned = ({ at }: CountsPoint) => hourOf(at) % (part ?? 24) === 0;
  const aligned = series.findLastIndex(isAligned);
  const anchor = aligned < 0 ? series.length - 1 : aligned;
  return series.filter((_, index) => (index - anchor) % step === 0).map(({ at }) => at);
}

/** Returns the counts that the other axis names: 0 and four even steps to the highest count or above, each a round number. */
export function countTicksOf(highest: number): number[] {
  const steps = 4;
  const rough = Math.max(1, highest / steps);
  const unit = Math.max(1, 10 ** Math.floor(Math.log10(rough)) / 2);
  const step = Math.ceil(rough / unit) * unit;
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** A drawing is 14rem high, and its units are sixteenths of a rem. */
export const plotHeight = 224;
const unitsPerRem = 16;
const digitWidth = 7.5;
const edges = { top: 8, right: 28, bottom: 30, left: 12 };

/** Where the lines of a chart are drawn, and what its axes name. */
export type Plot = ReturnType<typeof plotOf>;

/**
 * Returns where the lines of a chart are drawn in so much width: the place of each index and count, and the index that is
 * nearest to a place. A single point is in the middle.
 */
export function plotOf(chart: Chart, series: readonly CountsPoint[], width: number) {
  const counts = chart.lines.flatMap((line) => series.map((point) => countOf(point, chart, line)));
  const countTicks = countTicksOf(Math.max(0, ...counts));
  const highest = countTicks.at(-1) ?? 1;
  const last = series.length - 1;
  const left = edges.left + digitWidth * String(highest).length;
  const right = Math.max(left + 1, width - edges.right);
  const bottom = plotHeight - edges.bottom;
  const shareOf = (index: number) => (last > 0 ? index / last : 0.5);
  return {
    left,
    right,
    top: edges.top,
    bottom,
    ticks: ticksOf(series, width / unitsPerRem),
    countTicks,
    xOf: (index: number) => left + shareOf(index) * (right - left),
    yOf: (count: number) => bottom - (count / highest) * (bottom - edges.top),
    indexAt: (x: number) => Math.round(Math.min(1, Math.max(0, (x - left) / (right - left))) * last),
  };
}

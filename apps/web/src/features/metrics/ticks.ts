import type { CountsPoint } from '@myaccount/contract/metrics';
import { dayMs, hourMs, hourOf, stepOf } from './moments.ts';

/** Steps of the axis that divide a day. */
const hourSteps = [1, 2, 3, 4, 6, 8, 12];
/** What a label takes with the space beside it. */
const labelRem = 3.75;
const fewest = 2;
/** More would fit a chart that has a line of the page to itself, but it shows the same hours as its neighbors. */
const most = 7;

/**
 * Returns the points that the axis of a chart names, as many as fit its width: at even steps, hours that divide the day, or
 * the starts of days. Charts over the same hours name the same points.
 */
export function ticksOf(series: readonly CountsPoint[], widthRem: number): string[] {
  const maximum = Math.min(most, Math.max(fewest, Math.floor(widthRem / labelRem)));
  const isByHour = stepOf(series) <= hourMs;
  const step = isByHour ? hoursBetween(series.length, maximum) : pointsBetween(series, maximum);
  const isAligned = ({ at }: CountsPoint) => hourOf(at) % (isByHour ? Math.min(step, 24) : 24) === 0;
  const aligned = series.findLastIndex(isAligned);
  const anchor = aligned < 0 ? series.length - 1 : aligned;
  return series.filter((_, index) => (index - anchor) % step === 0).map(({ at }) => at);
}

/** Hours from one tick to the next: a part of a day, or whole days. */
function hoursBetween(length: number, maximum: number): number {
  const part = hourSteps.find((hours) => Math.ceil(length / hours) <= maximum);
  return part ?? Math.ceil(length / 24 / maximum) * 24;
}

/** Points from one tick to the next: a day or whole days, or as many points as it takes if each is longer. */
function pointsBetween(series: readonly CountsPoint[], maximum: number): number {
  const ofDay = Math.max(1, Math.round(dayMs / stepOf(series)));
  return Math.ceil(series.length / ofDay / maximum) * ofDay;
}

import type { Counts, CountsPoint } from '@myaccount/contract/metrics';
import { hourOf } from '../../platform/business-day.ts';

/** What is counted. */
export const metrics = [
  'login.success',
  'login.failure',
  'payment.success',
  'payment.failure',
  'iframe.open',
  'iframe.success',
  'iframe.failure',
  'iframe.error',
] as const;
export type Metric = (typeof metrics)[number];

/** How often something happened in a bucket of time. */
export interface BucketCount {
  readonly metric: string;
  readonly at: Date;
  readonly count: number;
}

/** Whole hours, from the first one's start to the last one's end. */
export interface HourRange {
  readonly from: Date;
  readonly to: Date;
}

const hourMs = 3_600_000;
const weekHours = 168;
/** Widths of a bucket that divide a day, or are whole days. */
const stepsInHours = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72, weekHours];

/** Widens a range to whole hours. */
export function wholeHours({ from, to }: HourRange): HourRange {
  return {
    from: new Date(Math.floor(from.getTime() / hourMs) * hourMs),
    to: new Date(Math.ceil(to.getTime() / hourMs) * hourMs),
  };
}

/** Returns the start of an instant's day in a time zone, in whole hours. */
export function midnightBefore(instant: Date, timeZone: string): Date {
  const hours = Math.floor(instant.getTime() / hourMs) - hourOf(instant, timeZone);
  return new Date(hours * hourMs);
}

/** Equal buckets of time. The first may begin before the range: buckets end with its last hour or at a day's end. */
export interface Buckets {
  readonly starts: readonly Date[];
  readonly stepHours: number;
}

/**
 * Returns at most `maximum` buckets that cover a range of whole hours. `anchor` is a midnight of the business time zone:
 * buckets begin as many steps from it, so that those of a day are that day.
 */
export function bucketsOf({ from, to }: HourRange, anchor: Date, maximum: number): Buckets {
  const startsWith = (stepHours: number) => {
    const stepMs = stepHours * hourMs;
    const before = Math.floor((from.getTime() - anchor.getTime()) / stepMs) * stepMs;
    const first = anchor.getTime() + before;
    const length = Math.ceil((to.getTime() - first) / stepMs);
    return { first, stepMs, length };
  };
  const wideStep = () => {
    const weeks = Math.ceil(
      (to.getTime() - from.getTime()) / (weekHours * hourMs) / Math.max(1, maximum - 1),
    );
    return Math.max(1, weeks) * weekHours;
  };
  const stepHours = stepsInHours.find((step) => startsWith(step).length <= maximum) ?? wideStep();
  const { first, stepMs, length } = startsWith(stepHours);
  return { stepHours, starts: Array.from({ length }, (_, index) => new Date(first + index * stepMs)) };
}

/** Adds counts up, by feature. */
export function countsOf(rows: readonly BucketCount[]): Counts {
  const sumOf = (metric: Metric) =>
    rows.reduce((sum, row) => (row.metric === metric ? sum + row.count : sum), 0);
  const resultsOf = (success: number, failure: number) => ({ total: success + failure, success, failure });
  const [open, success, failure, errors] = [
    sumOf('iframe.open'),
    sumOf('iframe.success'),
    sumOf('iframe.failure'),
    sumOf('iframe.error'),
  ];
  return {
    login: resultsOf(sumOf('login.success'), sumOf('login.failure')),
    payment: resultsOf(sumOf('payment.success'), sumOf('payment.failure')),
    iframe: { total: open + success + failure + errors, open, success, failure, errors },
  };
}

/** Returns a point for every bucket, also for one in which nothing happened. */
export function seriesOf(rows: readonly BucketCount[], { starts }: Buckets): CountsPoint[] {
  return starts.map((start) => ({
    at: start.toISOString(),
    ...countsOf(rows.filter(({ at }) => at.getTime() === start.getTime())),
  }));
}

import type { Counts, CountsPoint } from '@myaccount/contract/metrics';

/** What a line of a chart counts. */
export type LineName = 'open' | 'success' | 'failure' | 'errors';
export type ChartName = keyof Counts;

/** The charts and their lines, in display order. */
export const charts: readonly { readonly name: ChartName; readonly lines: readonly LineName[] }[] = [
  { name: 'login', lines: ['success', 'failure'] },
  { name: 'payment', lines: ['success', 'failure'] },
  { name: 'iframe', lines: ['open', 'success', 'failure', 'errors'] },
];

/** Each line has its own dashes: it can be told apart without its color. */
export const lineDashes: Readonly<Record<LineName, string>> = {
  success: 'none',
  open: '12 4',
  failure: '6 4',
  errors: '2 4',
};

/** Returns the count of one line; 0 where a chart has no such line. */
export function countOf(counts: Counts, chart: ChartName, line: LineName): number {
  const values: Partial<Record<LineName, number>> = counts[chart];
  return values[line] ?? 0;
}

/** Returns everything that failed: sign-ins, payments, and hosted forms. */
export function failuresOf({ login, payment, iframe }: Counts): number {
  return login.failure + payment.failure + iframe.failure + iframe.errors;
}

/** Returns the points in which anything was counted, the newest first. */
export function busyPoints(series: readonly CountsPoint[]): CountsPoint[] {
  return series
    .filter(({ login, payment, iframe }) => login.total + payment.total + iframe.total > 0)
    .reverse();
}

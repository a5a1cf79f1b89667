import type { Counts } from '@myaccount/contract/metrics';

/** What the lines of the charts count. */
export const lineNames = ['success', 'failure', 'open', 'errors'] as const;
type LineName = (typeof lineNames)[number];

/** A chart and its lines. */
export interface Chart {
  readonly name: keyof Counts;
  readonly lines: readonly LineName[];
}

/** The charts in display order. */
export const charts: readonly Chart[] = [
  { name: 'login', lines: ['success', 'failure'] },
  { name: 'payment', lines: ['success', 'failure'] },
  { name: 'iframe', lines: ['open', 'success', 'failure', 'errors'] },
];

/** Returns the count of one line; 0 where a chart has no such line. */
export function countOf(counts: Counts, { name }: Chart, line: LineName): number {
  const values: Partial<Record<LineName, number>> = counts[name];
  return values[line] ?? 0;
}

/** Returns whether anything was counted. */
export function isBusy({ login, payment, iframe }: Counts): boolean {
  return login.total + payment.total + iframe.total > 0;
}

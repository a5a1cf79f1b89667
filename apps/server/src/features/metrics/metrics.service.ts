import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { loginStats } from '@myaccount/contract/metrics';
import { badField } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { getFirstHour, listCounts } from './counts.repository.ts';
import { bucketsOf, countsOf, midnightBefore, seriesOf, wholeHours } from './metrics.rules.ts';

type Stats = ReplyOf<typeof loginStats>;

/** What a caller wants to see: two instants, or everything from '0' on. */
interface StatsQuery {
  readonly startTime: string;
  readonly endTime: string;
}

/** What a caller wants to see, as instants; null is the first hour that was counted. */
interface StatsRange {
  readonly from: Date | null;
  readonly to: Date;
}

/** API-24: returns what was counted between two instants. */
export async function showStats(
  { db, clock, config }: Portal,
  { from: given, to }: StatsRange,
): Promise<Stats> {
  const from = given ?? new Date(Math.min((await getFirstHour(db)).getTime(), to.getTime() - 1));
  const range = wholeHours({ from, to });
  const buckets = bucketsOf(range, midnightBefore(clock.now(), config.timeZone), config.limits.metricsPoints);
  const rows = await listCounts(db, range, buckets);
  return { ...countsOf(rows), series: seriesOf(rows, buckets) };
}

/**
 * Returns `showStats` for all who look at this server: what it counts for one is shown to all who ask for the same hours, for half
 * the time between two reads of the page. Throws a `Refusal` if the range is empty.
 */
export function openStats(portal: Portal): (query: StatsQuery) => Promise<Stats> {
  const maxAgeMs = portal.config.limits.metricsSeconds * 500;
  const shown = new Map<string, { readonly readAt: number; readonly stats: Promise<Stats> }>();
  return async (query) => {
    const { from, to } = rangeOf(query);
    const hours = wholeHours({ from: from ?? new Date(0), to });
    const key = `${from && hours.from.getTime()} ${hours.to.getTime()}`;
    const now = performance.now();
    for (const [other, { readAt }] of shown) if (now - readAt >= maxAgeMs) shown.delete(other);
    const stats = shown.get(key)?.stats ?? showStats(portal, { from, to });
    if (!shown.has(key)) shown.set(key, { readAt: now, stats });
    stats.catch(() => shown.delete(key));
    return await stats;
  };
}

function rangeOf({ startTime, endTime }: StatsQuery): StatsRange {
  const from = startTime === '0' ? null : new Date(startTime);
  const to = new Date(endTime);
  if (from && from >= to) throw badField('endTime', 'invalid');
  return { from, to };
}

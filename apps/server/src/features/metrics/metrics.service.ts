import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { loginStats } from '@myaccount/contract/metrics';
import { badField } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { getFirstHour, listCounts } from './counts.repository.ts';
import { bucketsOf, countsOf, midnightBefore, seriesOf, wholeHours } from './metrics.rules.ts';

/** API-24: returns what was counted between two instants. Throws a `Refusal` if the range is empty. */
export async function showStats(
  { db, clock, config }: Portal,
  { startTime, endTime }: { readonly startTime: string; readonly endTime: string },
): Promise<ReplyOf<typeof loginStats>> {
  const to = new Date(endTime);
  const from =
    startTime === '0'
      ? new Date(Math.min((await getFirstHour(db)).getTime(), to.getTime() - 1))
      : new Date(startTime);
  if (from >= to) throw badField('endTime', 'invalid');
  const range = wholeHours({ from, to });
  const buckets = bucketsOf(range, midnightBefore(clock.now(), config.timeZone), config.limits.metricsPoints);
  const rows = await listCounts(db, range, buckets);
  return { ...countsOf(rows), series: seriesOf(rows, buckets) };
}

import type { Counts } from '@myaccount/contract/metrics';
import { showStats } from '../features/metrics/metrics.service.ts';
import type { Portal } from '../platform/portal.ts';

/** Returns what the metrics page has counted since the beginning. */
export async function readCounts(portal: Portal): Promise<Counts> {
  const endTime = new Date(portal.clock.now().getTime() + 1).toISOString();
  const { login, payment, iframe } = await showStats(portal, { startTime: '0', endTime });
  return { login, payment, iframe };
}

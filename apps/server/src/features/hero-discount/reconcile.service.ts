import { addDays } from '@myaccount/contract/calendar';
import type { Eligibility } from '../../gateways/eligibility/eligibility.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Portal } from '../../platform/portal.ts';
import { recordVerification } from './verification.service.ts';

/** Days that the report is read for: fewer than callbacks are kept, so that none counts twice. */
const reportDays = 5;

/**
 * Records what the service's report lists of the last days and what no callback told (HERO-2). Ends early when the
 * service is away; the next round reads the same days again.
 */
export async function reconcileVerifications(
  portal: Portal,
  eligibility: Eligibility,
  stopping?: AbortSignal,
): Promise<void> {
  // A day more at both ends: the service's calendar may be another one.
  const today = dayOf(portal.clock.now(), 'UTC');
  const days = { from: addDays(today, 1 - reportDays), to: addDays(today, 1) };
  const counts = { applied: 0, 'already-applied': 0, repeated: 0, review: 0 };
  let lastPage = 1;
  for (let page = 1; page <= lastPage && !stopping?.aborted; page += 1) {
    const found = await eligibility.listVerifications({ ...days, page });
    if (found.outcome === 'unavailable') {
      portal.log.warn({ reason: found.text }, 'eligibility report not read');
      return;
    }
    for (const verification of found.verifications) {
      counts[await recordVerification(portal, verification, null)] += 1;
    }
    lastPage = found.lastPage;
  }
  if (counts.applied + counts.review > 0) portal.log.info(counts, 'verifications without a callback');
}

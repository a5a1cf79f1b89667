import type { FieldService } from '../../gateways/field-service/field-service.ts';
import type { Portal } from '../../platform/portal.ts';
import { isSameTime } from './appointments.rules.ts';
import { listOpenChanges } from './change.repository.ts';
import { applyReport } from './report.service.ts';
import { confirmChange, refuseChange } from './settle-change.service.ts';
import { listVisitsToRead } from './visit.repository.ts';

const secondMs = 1_000;
const changesOfRound = 50;
const visitsOfRound = 200;
/** A change that the field service doesn't show after this many time-outs of a call was never made. */
const certainAfterTimeouts = 3;
const unreportedMs = 300_000;
const dayMs = 86_400_000;

/** Settles changes whose answer was unclear, or whose server was killed, by asking the field service (SCHEDULE-6). */
export async function settleOpenChanges(
  portal: Portal,
  fieldService: FieldService,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, config, log } = portal;
  const timeoutMs = config.fieldService?.timeoutMs ?? 0;
  // The request that opened a change may still wait for its answer, and for the question after it.
  const waitMs = 2 * timeoutMs + secondMs;
  const changes = await listOpenChanges(db, portal.databaseTime, { waitMs, limit: changesOfRound });
  if (changes.length === 0) return;
  const { now } = await db.transaction().execute(portal.moment);
  for (const change of changes) {
    if (stopping?.aborted) return;
    const found =
      change.externalId === null
        ? { outcome: 'not-found' as const }
        : await fieldService.read(change.externalId);
    if (found.outcome === 'unavailable')
      return log.warn({ reason: found.text }, 'open changes of visits wait');
    if (found.outcome === 'found' && isSameTime(found.report, change)) {
      await confirmChange(portal, { change, report: found.report });
      continue;
    }
    const isCertain = now.getTime() - change.requestedAt.getTime() > certainAfterTimeouts * timeoutMs;
    if (isCertain) await refuseChange(portal, { change, slot: change, isFull: false, isAnnounced: true });
  }
}

/** Reads the visits of these days that no event reported lately, so that a lost event does no harm. */
export async function readMissedReports(
  portal: Portal,
  fieldService: FieldService,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, clock } = portal;
  const now = clock.now();
  const visits = await listVisitsToRead(db, {
    from: new Date(now.getTime() - dayMs),
    until: new Date(now.getTime() + dayMs),
    reportedBefore: new Date(now.getTime() - unreportedMs),
    limit: visitsOfRound,
  });
  for (const externalId of visits) {
    if (stopping?.aborted) return;
    const found = await fieldService.read(externalId);
    if (found.outcome === 'unavailable') return portal.log.warn({ reason: found.text }, 'visits not read');
    if (found.outcome === 'not-found') continue;
    await db.transaction().execute(async (trx) => {
      const { now: at } = await portal.moment(trx);
      await applyReport(trx, portal, found.report, { at, correlationId: null });
    });
  }
}

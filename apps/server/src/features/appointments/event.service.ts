import type { VisitEvent } from '../../gateways/field-service/field-service.ts';
import { addInboxEvent } from '../../platform/inbox-event.ts';
import type { Portal } from '../../platform/portal.ts';
import { provider } from './event.repository.ts';
import { applyReport, type ReportOutcome } from './report.service.ts';

/** Applies an event of the field service once, however often and in whatever order events arrive. */
export async function recordVisitEvent(
  portal: Portal,
  { eventId, report }: VisitEvent,
  correlationId: string,
): Promise<ReportOutcome | 'repeated'> {
  return await portal.db.transaction().execute(async (trx) => {
    const { now: at } = await portal.moment(trx);
    const { externalId, jobStatus, reportedAt } = report;
    const payload = { externalId, jobStatus, reportedAt };
    const event = { provider, eventId, receivedAt: at, payload, state: 'APPLIED' } as const;
    if (!(await addInboxEvent(trx, event))) return 'repeated';
    return await applyReport(trx, portal, report, { at, correlationId });
  });
}

import type { VisitReport } from '../../gateways/field-service/field-service.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import { announceKept } from './announce.service.ts';
import { isSameTime, isStale } from './appointments.rules.ts';
import { freeSlot, type OpenChange, type SlotKey, settleChange } from './change.repository.ts';
import { applyToVisit } from './report.service.ts';
import { lockVisit } from './visit.repository.ts';

/** Settles a change as confirmed: the visit has its new time, with audit and notification. An event may have done so before. */
export async function confirmChange(
  portal: Portal,
  { change, report, client }: { change: OpenChange; report: VisitReport; client?: Client },
): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    const visit = await lockVisit(trx, change);
    const { now: at } = await portal.moment(trx);
    const isNews = !isSameTime(visit, change) && !isStale(report.reportedAt, visit.reportedAt);
    const context = { at, correlationId: client?.correlationId ?? null, ...(client ? { client } : {}) };
    if (isNews) await applyToVisit(trx, portal, { visit, report }, context);
    await settleChange(trx, change, { state: 'CONFIRMED', at });
  });
}

/** A change that the field service did not make. */
export interface RefusedChange {
  readonly change: OpenChange;
  readonly slot: SlotKey;
  /** The slot has no place for anybody else either. */
  readonly isFull: boolean;
  /** True if the page said that the change is being confirmed: the customer learns by mail that it is not. */
  readonly isAnnounced?: boolean;
}

/** Settles a change as refused: the time before holds, and the slot's place is free again. */
export async function refuseChange(
  portal: Portal,
  { change, slot, isFull, isAnnounced }: RefusedChange,
): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    const visit = await lockVisit(trx, change);
    const { now: at } = await portal.moment(trx);
    if (!(await settleChange(trx, change, { state: 'REFUSED', at }))) return;
    await freeSlot(trx, slot, isFull);
    const { accountId, appointmentId } = change;
    await recordAudit(trx, {
      at,
      accountId,
      actor: 'system',
      action: 'appointments.refused',
      detail: { appointmentId, to: change.startsAt },
    });
    if (!isAnnounced) return;
    await announceKept(trx, portal, {
      visit: change,
      event: change.changeId,
      startsAt: visit.startsAt,
      endsAt: visit.endsAt,
      at,
      uselessAfter: visit.endsAt,
      correlationId: null,
    });
  });
}

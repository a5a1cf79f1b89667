import { type AppointmentOutcome, lastVisitDay } from '@myaccount/contract/appointments';
import { isClosed } from '@myaccount/contract/visit-progress';
import type { FieldService, MoveResult, VisitReport } from '../../gateways/field-service/field-service.ts';
import type { Services } from '../../gateways/open-services.ts';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { isSameTime, type TimeWindow } from './appointments.rules.ts';
import { findOpenChange, type OpenChange, openChange, type SlotKey, takeSlot } from './change.repository.ts';
import { confirmChange, refuseChange } from './settle-change.service.ts';
import { outdateSlots } from './slot.repository.ts';
import { findVisitByLink, lockVisit, type Visit } from './visit.repository.ts';

/** One call of `appointment/schedule`. */
export interface Booking {
  readonly token: string;
  readonly time: TimeWindow;
  readonly client: Client;
}

/** A change that is committed and not yet sent, or why there is none. */
type Claim = { readonly change: OpenChange } | { readonly outcome: AppointmentOutcome };

/**
 * API-23: moves the visit of a link to an offered time. The claim is committed before the field service is called, whose
 * answer settles it. Without a clear answer it stays open and a job settles it (SCHEDULE-6).
 */
export async function bookAppointment(
  portal: Portal & Pick<Services, 'fieldService'>,
  changesPerVisit: Limit,
  { token, time, client }: Booking,
): Promise<AppointmentOutcome> {
  const { db, fieldService } = portal;
  const visit = await findVisitByLink(portal, hashToken(token));
  if (!visit) return 'invalid-token';
  if (isClosed(visit.jobStatus)) return 'closed';
  if (!fieldService || visit.externalId === null) return 'unavailable';
  await changesPerVisit.consume(visit.appointmentId);
  const claim = await db.transaction().execute((trx) => claimTime(trx, portal, { visit, time, client }));
  if ('outcome' in claim) return claim.outcome;
  return await sendChange(portal, { fieldService, externalId: visit.externalId, visit, client, ...claim });
}

async function claimTime(
  trx: Trx,
  portal: Portal,
  { visit, time, client }: { readonly visit: Visit; readonly time: TimeWindow; readonly client: Client },
): Promise<Claim> {
  const { config } = portal;
  const locked = await lockVisit(trx, visit);
  const { now: at, today } = await portal.moment(trx);
  if (isClosed(locked.jobStatus)) return { outcome: 'closed' };
  if (await findOpenChange(trx, locked)) return { outcome: 'confirming' };
  if (isSameTime(locked, time)) return { outcome: 'done' };
  const lastDay = lastVisitDay(today, config.limits.calendarExtraDays);
  if (dayOf(time.startsAt, config.timeZone) > lastDay) return { outcome: 'not-offered' };
  const { area } = visit;
  const refusal = await takeSlot(trx, { area, kind: locked.kind, ...time }, at);
  if (refusal) return { outcome: refusal };
  const { accountId, appointmentId } = locked;
  const change = await openChange(trx, { accountId, appointmentId, area, ...time, requestedAt: at });
  await recordAudit(trx, {
    at,
    accountId,
    actor: 'appointment-link',
    action: 'appointments.requested',
    detail: { appointmentId, to: time.startsAt },
    client,
  });
  return { change };
}

interface SentChange {
  readonly fieldService: FieldService;
  readonly externalId: string;
  readonly visit: Visit;
  readonly change: OpenChange;
  readonly client: Client;
}

/** Sends a committed change, and settles it as far as the answer is clear. */
async function sendChange(portal: Portal, sent: SentChange): Promise<AppointmentOutcome> {
  const { fieldService, externalId, change, visit, client } = sent;
  const result = await fieldService.move(externalId, change);
  const report = await reportOf(fieldService, externalId, change, result);
  if (report) {
    await confirmChange(portal, { change, report, client });
    return 'done';
  }
  const slot: SlotKey = { ...change, kind: visit.kind };
  if (result.outcome === 'taken') {
    await refuseChange(portal, { change, slot, isFull: true });
    await outdateSlots(portal.db, slot);
    return 'taken';
  }
  const line = {
    reason: 'text' in result ? result.text : result.outcome,
    correlationId: client.correlationId,
  };
  portal.log.warn(line, 'visit not moved');
  if (result.outcome !== 'refused') return 'confirming';
  await refuseChange(portal, { change, slot, isFull: false });
  return 'unavailable';
}

/** Returns the report that says that the visit moved: the answer's own, or what the service says when it is asked. */
async function reportOf(
  fieldService: FieldService,
  externalId: string,
  change: OpenChange,
  result: MoveResult,
): Promise<VisitReport | undefined> {
  if (result.outcome === 'moved' && isSameTime(result.report, change)) return result.report;
  if (result.outcome !== 'moved' && result.outcome !== 'unknown') return undefined;
  const found = await fieldService.read(externalId);
  return found.outcome === 'found' && isSameTime(found.report, change) ? found.report : undefined;
}

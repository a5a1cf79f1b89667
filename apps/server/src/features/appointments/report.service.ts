import { isClosed } from '@myaccount/contract/visit-progress';
import type { VisitReport } from '../../gateways/field-service/field-service.ts';
import { recordAudit } from '../../platform/audit.ts';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import { announce } from './announce.service.ts';
import {
  calendarSequence,
  firstVersion,
  isSameTime,
  isStale,
  minutesUntil,
  notificationOf,
  type TimeWindow,
} from './appointments.rules.ts';
import { findOpenChange, type OpenChange, settleChange } from './change.repository.ts';
import {
  insertVisit,
  type LockedVisit,
  lockVisitOf,
  updateVisit,
  type VisitFields,
} from './visit.repository.ts';

/** When a report is applied, and by which request. */
export interface ReportContext {
  readonly at: Date;
  readonly correlationId: string | null;
  /** The request that moved the visit by its link. */
  readonly client?: Client;
}

/** The outcome of a report. */
export type ReportOutcome = 'applied' | 'stale' | 'made' | 'unknown-account';

/** Applies what the field service says of a visit, known here or new, in the caller's transaction (SCHEDULE-4). */
export async function applyReport(
  trx: Trx,
  portal: Portal,
  report: VisitReport,
  context: ReportContext,
): Promise<ReportOutcome> {
  return (await applyToKnown(trx, portal, report, context)) ?? (await addVisit(trx, portal, report, context));
}

/** Applies a report of a visit that is known here; undefined for another one. */
async function applyToKnown(
  trx: Trx,
  portal: Portal,
  report: VisitReport,
  context: ReportContext,
): Promise<ReportOutcome | undefined> {
  const visit = await lockVisitOf(trx, report.externalId);
  if (!visit) return undefined;
  if (isStale(report.reportedAt, visit.reportedAt)) return 'stale';
  await applyToVisit(trx, portal, { visit, report }, context);
  return 'applied';
}

/** Applies a report that is not stale to a locked visit: time, progress, audit, and notification. */
export async function applyToVisit(
  trx: Trx,
  portal: Portal,
  { visit, report }: { readonly visit: LockedVisit; readonly report: VisitReport },
  context: ReportContext,
): Promise<void> {
  const { at, client } = context;
  const change = await findOpenChange(trx, visit);
  await updateVisit(trx, visit, fieldsOf(report, at));
  const { accountId, appointmentId } = visit;
  const entry = { at, accountId, ...(client ? { client } : {}) };
  if (!isSameTime(visit, report)) {
    const isChosen = change !== undefined && isSameTime(change, report);
    if (isChosen) await settleChange(trx, change, { state: 'CONFIRMED', at });
    await recordAudit(trx, {
      ...entry,
      actor: isChosen ? 'appointment-link' : 'system',
      action: 'appointments.moved',
      detail: { appointmentId, from: visit.startsAt, to: report.startsAt },
    });
  }
  if (visit.jobStatus !== report.jobStatus) {
    await recordAudit(trx, {
      ...entry,
      actor: 'system',
      action: 'appointments.progressed',
      detail: { appointmentId, from: visit.jobStatus, to: report.jobStatus },
    });
    if (isClosed(report.jobStatus) && change) await refuseClosed(trx, change, at);
  }
  await announceReport(trx, portal, { visit, report }, context);
}

/** Announces what a report changes of a visit, as it was before. */
async function announceReport(
  trx: Trx,
  portal: Portal,
  { visit, report }: { readonly visit: LockedVisit; readonly report: VisitReport },
  { at, correlationId }: ReportContext,
): Promise<void> {
  const version = visit.version + 1;
  const notification = {
    visit,
    ...timesOf(report),
    technicianName: null,
    event: String(version),
    at,
    uselessAfter: report.endsAt,
    correlationId,
  };
  for (const kind of notificationOf(visit, report)) {
    if (kind === 'technician-on-the-way') {
      const { techFirstName: technicianName } = report;
      await announce(trx, portal, { ...notification, ...arrivalTimes(report, portal), kind, technicianName });
    } else {
      const calendar = { kind: visit.kind, sequence: calendarSequence(version) };
      // Of a canceled visit, the customer knows the time that it had.
      const known = kind === 'appointment-canceled' ? { ...timesOf(visit), uselessAfter: visit.endsAt } : {};
      await announce(trx, portal, { ...notification, ...known, kind, calendar });
    }
  }
}

async function refuseClosed(trx: Trx, change: OpenChange, at: Date): Promise<void> {
  await settleChange(trx, change, { state: 'REFUSED', at });
}

const minuteMs = 60_000;

/** Returns when the technician arrives: as estimated, the latest with some minutes more, or else the time of the visit. */
function arrivalTimes(report: VisitReport, { config }: Portal) {
  const { arrival } = report;
  if (!arrival) return timesOf(report);
  const extraMs = config.limits.arrivalExtraMinutes * minuteMs;
  return { startsAt: arrival.earliest, endsAt: new Date(arrival.latest.getTime() + extraMs) };
}

function timesOf({ startsAt, endsAt }: TimeWindow) {
  return { startsAt, endsAt };
}

function fieldsOf(report: VisitReport, at: Date): VisitFields {
  const { startsAt, endsAt, jobStatus, techFirstName, arrival, reportedAt } = report;
  return {
    startsAt,
    endsAt,
    jobStatus,
    techFirstName,
    shortestMinutes: arrival && minutesUntil(arrival.earliest, reportedAt),
    longestMinutes: arrival && minutesUntil(arrival.latest, reportedAt),
    reportedAt,
    closedAt: isClosed(jobStatus) ? at : null,
  };
}

/** Stores a visit that the field service made, with audit and notification. */
async function addVisit(
  trx: Trx,
  portal: Portal,
  report: VisitReport,
  { at, correlationId }: ReportContext,
): Promise<ReportOutcome> {
  const { accountNumber, externalId, kind, startsAt, endsAt } = report;
  const accountId = accountNumber === null ? undefined : await findAccountId(trx, accountNumber);
  if (accountId === undefined) return 'unknown-account';
  const appointmentId = await insertVisit(trx, { ...fieldsOf(report, at), accountId, externalId, kind });
  if (appointmentId === undefined)
    return (await applyToKnown(trx, portal, report, { at, correlationId })) ?? 'unknown-account';
  const detail = { appointmentId, startsAt };
  await recordAudit(trx, { at, accountId, actor: 'system', action: 'appointments.made', detail });
  if (isClosed(report.jobStatus)) return 'made';
  await announce(trx, portal, {
    visit: { accountId, appointmentId },
    kind: 'appointment-made',
    event: 'made',
    calendar: { kind, sequence: calendarSequence(firstVersion) },
    startsAt,
    endsAt,
    technicianName: null,
    at,
    uselessAfter: endsAt,
    correlationId,
  });
  return 'made';
}

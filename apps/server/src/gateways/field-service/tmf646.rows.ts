import { appointmentKinds } from '@myaccount/contract/appointments';
import { instant, text } from '@myaccount/contract/text';
import { jobStatuses } from '@myaccount/contract/visit-progress';
import { z } from 'zod';
import type { OfferedTime, VisitEvent, VisitReport } from './field-service.ts';
import { accountEntity, jobStatusOf, timeRoom, visitEvents, visitMembers } from './tmf646.names.ts';

const id = text(128, 1);
const shortText = text(100);
const validFor = z
  .object({ startDateTime: instant, endDateTime: instant })
  .refine(({ startDateTime, endDateTime }) => Date.parse(endDateTime) > Date.parse(startDateTime));
const entity = z.object({ id, role: z.string(), '@referredType': z.string() });

/** A visit; members that are not named here are ignored. */
const appointment = z.object({
  id,
  category: z.string().nullish(),
  status: z.string(),
  lastUpdate: instant,
  validFor,
  relatedEntity: z.array(entity.or(z.unknown())).nullish(),
  [visitMembers.progress]: z.enum(jobStatuses).nullish(),
  [visitMembers.technician]: z.object({ givenName: shortText.nullish() }).nullish(),
  [visitMembers.arrival]: z.object({ earliest: instant, latest: instant }).nullish(),
});

const event = z.object({ eventId: id, eventType: z.string(), event: z.unknown() });
const visitEvent = z.object({ appointment });
const task = z.object({
  id,
  status: z.string(),
  availableTimeSlot: z
    .array(z.object({ validFor, [timeRoom]: z.int().min(0).max(100_000).nullish() }))
    .nullish(),
});

/** A search for free times: still running, or done with them. */
export type SearchTask =
  | { readonly state: 'running'; readonly id: string }
  | { readonly state: 'done'; readonly times: readonly OfferedTime[] }
  | { readonly state: 'failed' };

/** Returns a visit of the service; undefined if it cannot be read. */
export function readVisit(body: unknown): VisitReport | undefined {
  const parsed = appointment.safeParse(body);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const jobStatus = data[visitMembers.progress] ?? jobStatusOf[data.status];
  if (!jobStatus) return undefined;
  const { [visitMembers.technician]: technician, [visitMembers.arrival]: arrival } = data;
  return {
    externalId: data.id,
    accountNumber: accountOf(data.relatedEntity ?? []),
    kind: appointmentKinds.find((kind) => kind === data.category) ?? 'repair',
    startsAt: new Date(data.validFor.startDateTime),
    endsAt: new Date(data.validFor.endDateTime),
    jobStatus,
    techFirstName: technician?.givenName || null,
    arrival: arrival ? { earliest: new Date(arrival.earliest), latest: new Date(arrival.latest) } : null,
    reportedAt: new Date(data.lastUpdate),
  };
}

function accountOf(entities: readonly unknown[]): string | null {
  const named = entities.flatMap((each) => {
    const parsed = entity.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  const account = named.find(({ role, '@referredType': type }) => {
    return role === accountEntity.role && type === accountEntity.type;
  });
  return account?.id ?? null;
}

/** Returns the visit of an event; null if it is about something else, undefined if it cannot be read. */
export function readVisitEvent(body: unknown): VisitEvent | null | undefined {
  const parsed = event.safeParse(body);
  if (!parsed.success) return undefined;
  const { eventId, eventType } = parsed.data;
  if (!visitEvents.some((known) => known === eventType)) return null;
  const visit = visitEvent.safeParse(parsed.data.event);
  if (!visit.success) return undefined;
  const report = readVisit(visit.data.appointment);
  if (!report) return undefined;
  return {
    eventId,
    report: eventType === 'AppointmentDeleteEvent' ? { ...report, jobStatus: 'Cancelled' } : report,
  };
}

/** Returns a search; undefined if it cannot be read. */
export function readSearch(body: unknown): SearchTask | undefined {
  const parsed = task.safeParse(body);
  if (!parsed.success) return undefined;
  const { id: taskId, status, availableTimeSlot } = parsed.data;
  if (status === 'inProgress') return { state: 'running', id: taskId };
  if (status !== 'done') return { state: 'failed' };
  const times = (availableTimeSlot ?? []).map(({ validFor: time, [timeRoom]: room }) => ({
    startsAt: new Date(time.startDateTime),
    endsAt: new Date(time.endDateTime),
    // The standard lists a time that is free, without its room.
    capacity: room ?? 1,
  }));
  return { state: 'done', times };
}

import {
  type AppointmentOutcome,
  appointmentLink,
  appointmentSchedulesEndpoint,
  appointmentStatusCodes,
  scheduleAppointment,
} from '@myaccount/contract/appointments';
import { basePath, type ReplyOf } from '@myaccount/contract/endpoint';
import type { Language } from '@myaccount/contract/languages';
import type { FastifyRequest } from 'fastify';
import type { FieldService } from '../../gateways/field-service/field-service.ts';
import { sentCorrelationId } from '../../platform/http/correlation.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import { badField, notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import { translator } from '../../platform/texts.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { windowLimit } from '../window-limit.ts';
import { appointmentMails } from './appointments.email.ts';
import { appointmentJobs } from './appointments.job.ts';
import { bookAppointment } from './book.service.ts';
import { recordVisitEvent } from './event.service.ts';
import { openNextVisit } from './links.service.ts';
import { invalidToken, readSchedules } from './schedules.service.ts';
import { slotPortalOf } from './slots.service.ts';

/** Reads how links and times of visits behave. */
const settings = (read: SettingsReader) => ({
  appointments: {
    /** Days that a link works, unless the visit is over before. */
    linkDays: read.whole('APPOINTMENT_LINK_DAYS', 30, 1, 365),
    /** Hours after the end of a visit in which its links still show that it is over. */
    closedHours: read.whole('APPOINTMENT_LINK_CLOSED_HOURS', 24, 0, 168),
    /** Age at which times are read again. */
    slotsFreshSeconds: read.whole('APPOINTMENT_SLOTS_SECONDS', 120, 5, 86_400),
    /** Times that can be chosen for one visit within `login.windowSeconds`, each a call to the field service; also links. */
    changesPerVisit: read.whole('APPOINTMENT_CHANGES_PER_VISIT', 10, 1, 1_000_000),
  },
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Registers API-23, the link of an own visit and, where there is a field service, the callback of its events. */
function registerAppointmentsRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const { config, fieldService } = portal;
  const slots = slotPortalOf(portal);
  const changesPerVisit = windowLimit(portal, 'appointment-changes', config.appointments.changesPerVisit);
  endpoints.open(appointmentSchedulesEndpoint, async ({ query, reply }) => {
    // The token is in the address.
    reply.header('referrer-policy', 'no-referrer');
    const { Token: token, StartDate: from, EndDate: to } = query;
    return await readSchedules(slots, { token, days: { from, to } });
  });
  endpoints.open(scheduleAppointment, async ({ query, headers, client, request, reply }) => {
    reply.header('referrer-policy', 'no-referrer');
    // A scanner that follows links sends none.
    if (sentCorrelationId(request.raw) === undefined) throw badField('X-Correlation-Id', 'required');
    const { Token: token, scheduleStart, scheduleEnd } = query;
    const time = { startsAt: new Date(scheduleStart), endsAt: new Date(scheduleEnd) };
    if (time.endsAt <= time.startsAt) throw badField('scheduleEnd', 'invalid');
    const outcome = await bookAppointment(portal, changesPerVisit, { token, time, client });
    return replyOf(outcome, readerLanguage(headers['Accept-Language']));
  });
  const linksPerAccount = windowLimit(portal, 'appointment-links', config.appointments.changesPerVisit);
  endpoints.signedIn(appointmentLink, async ({ caller, body: { accountNumber } }) => ({
    token: await openNextVisit(portal, linksPerAccount, { caller, accountNumber }),
  }));
  if (fieldService) registerHook(endpoints.server, portal, fieldService);
}

function replyOf(outcome: AppointmentOutcome, language: Language): ReplyOf<typeof scheduleAppointment> {
  if (outcome === 'invalid-token') return invalidToken;
  const statusCode = appointmentStatusCodes[outcome];
  if (statusCode === appointmentStatusCodes.done) return { statusCode };
  return { statusCode, statusDescription: translator(language)(`appointments.${outcome}`) };
}

/** TM Forum's events carry no signature, so that the path is the secret. It is checked before the body is read. */
function registerHook(server: Endpoints['server'], portal: Portal, fieldService: FieldService): void {
  const keyOf = (request: FastifyRequest) => (request.params as { key: string }).key;
  server.post(`${basePath}/hooks/field-service/:key`, {
    onRequest: async (request) => {
      if (!fieldService.isHookKey(keyOf(request))) throw notFound();
    },
    handler: async (request, reply) => {
      const event = fieldService.readEvent(request.body);
      if (event === undefined) throw badField('event', 'invalid');
      const outcome = event && (await recordVisitEvent(portal, event, request.id));
      if (outcome === 'unknown-account') {
        portal.log.warn({ eventId: event?.eventId, correlationId: request.id }, 'visit of no known account');
      }
      return await reply.status(201).send({ received: outcome ?? 'ignored' });
    },
  });
}

/** Visits of technicians. */
export const appointments: Feature = {
  tags: { appointments: 'The visit of a technician, by the link in a message.' },
  settings,
  routes: registerAppointmentsRoutes,
  jobs: appointmentJobs,
  mails: appointmentMails,
};

import {
  type AppointmentOutcome,
  appointmentSchedulesEndpoint,
  appointmentStatusCodes,
  scheduleAppointment,
} from '@myaccount/contract/appointments';
import { basePath, type ReplyOf } from '@myaccount/contract/endpoint';
import type { Language } from '@myaccount/contract/languages';
import type { FastifyRequest } from 'fastify';
import type { FieldService } from '../../gateways/field-service/field-service.ts';
import { clientOf } from '../../platform/http/client.ts';
import { sentCorrelationId } from '../../platform/http/correlation.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import { badField, notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import type { ServingPortal } from '../feature.ts';
import { windowLimit } from '../window-limit.ts';
import { bookAppointment } from './book.service.ts';
import { recordVisitEvent } from './event.service.ts';
import { invalidToken, readSchedules } from './schedules.service.ts';
import { slotPortalOf } from './slots.service.ts';

/** Registers API-23 and, where there is a field service, the callback of its events. */
export function registerAppointmentsRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const { config, fieldService } = portal;
  const slots = slotPortalOf(portal);
  const changesPerVisit = windowLimit(portal, 'appointment-changes', config.appointments.changesPerVisit);
  endpoints.open(appointmentSchedulesEndpoint, async ({ query, reply }) => {
    // The token is in the address.
    reply.header('referrer-policy', 'no-referrer');
    const { Token: token, StartDate: from, EndDate: to } = query;
    return await readSchedules(slots, { token, days: { from, to } });
  });
  endpoints.open(scheduleAppointment, async ({ query, headers, request, reply }) => {
    reply.header('referrer-policy', 'no-referrer');
    // A scanner that follows links sends none.
    if (sentCorrelationId(request.raw) === undefined) throw badField('X-Correlation-Id', 'required');
    const { Token: token, scheduleStart, scheduleEnd } = query;
    const time = { startsAt: new Date(scheduleStart), endsAt: new Date(scheduleEnd) };
    if (time.endsAt <= time.startsAt) throw badField('scheduleEnd', 'invalid');
    const outcome = await bookAppointment(portal, changesPerVisit, {
      token,
      time,
      client: clientOf(request),
    });
    return replyOf(outcome, readerLanguage(headers['Accept-Language']));
  });
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

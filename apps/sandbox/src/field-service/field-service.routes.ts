import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { sameSecret } from '../same-secret.ts';
import { tmfError } from './field-service-names.ts';
import { appointmentOf, type VisitService } from './visit.service.ts';
import type { Time, VisitStore } from './visit.store.ts';

type Fields = Readonly<Record<string, unknown>>;

interface FieldServiceContext extends FaultContext {
  readonly subscribers: VisitStore['subscribers'];
  readonly visitService: VisitService;
  readonly credentials: Credentials;
}

const defaultLimit = 50;

/** TMF646 v4: visits, searches for free times, and the hub. */
export function registerFieldService(app: FastifyInstance, context: FieldServiceContext): void {
  registerResponseFaults(app, 'field-service', context, tmfError(503, 'unavailable', 'Down'));
  app.addHook('preHandler', async (request, reply) => {
    const expected = `Bearer ${context.credentials.FIELD_SERVICE_TOKEN}`;
    if (sameSecret(String(request.headers.authorization), expected)) return undefined;
    return reply.code(401).send(tmfError(401, 'unauthorized', 'The token is wrong'));
  });
  registerAppointments(app, context);
  registerSearches(app, context);
  registerHub(app, context);
}

function registerAppointments(app: FastifyInstance, { visitService }: FieldServiceContext): void {
  const visitOf = (request: FastifyRequest) => visitService.find((request.params as { id: string }).id);

  app.get('/appointment', async (request, reply) => {
    const { limit, offset } = request.query as Fields;
    const first = Number(offset) || 0;
    const all = visitService.list();
    const found = all.slice(first, first + (Number(limit) || defaultLimit));
    reply.headers({ 'X-Total-Count': all.length, 'X-Result-Count': found.length });
    return found.map(appointmentOf);
  });

  app.post('/appointment', async (request, reply) => {
    const { category, validFor, relatedEntity, relatedPlace, status } = (request.body ?? {}) as Fields;
    const time = readTime(validFor);
    const entities = (relatedEntity ?? []) as Fields[];
    const account = entities.find((each) => each.role === 'account' && each['@referredType'])?.id;
    const area = areaOf(relatedPlace);
    if (!time || typeof account !== 'string' || area === undefined || status !== undefined)
      return badRequest(
        reply,
        'validFor, the account, and the place are required, and status is not part of it',
      );
    const visit = visitService.create({ account, area, category: String(category ?? 'repair'), ...time });
    return reply.code(201).send(appointmentOf(visit));
  });

  app.get('/appointment/:id', async (request, reply) => {
    const visit = visitOf(request);
    return visit ? appointmentOf(visit) : notFound(reply);
  });

  app.patch('/appointment/:id', async (request, reply) => {
    const visit = visitOf(request);
    if (!visit) return notFound(reply);
    const { validFor, status } = (request.body ?? {}) as Fields;
    if (status === 'cancelled') return appointmentOf(visitService.progress(visit, 'Cancelled'));
    const time = readTime(validFor);
    if (!time) return badRequest(reply, 'validFor is required');
    if (visit.jobStatus === 'Complete' || visit.jobStatus === 'Cancelled')
      return reply.code(403).send(tmfError(403, 'closed', 'The appointment is over'));
    const isThere = visit.starts === time.starts && visit.ends === time.ends;
    const moved = isThere ? visit : visitService.move(visit, time.starts, time.ends);
    return moved
      ? appointmentOf(moved)
      : reply.code(409).send(tmfError(409, 'conflict', 'The time slot is not available'));
  });

  app.delete('/appointment/:id', async (request, reply) => {
    const visit = visitOf(request);
    if (!visit) return notFound(reply);
    visitService.progress(visit, 'Cancelled');
    return reply.code(204).send();
  });
}

/** A search is done at the second look, so that callers have to poll. */
function registerSearches(app: FastifyInstance, { visitService }: FieldServiceContext): void {
  const searches = new Map<string, Time>();

  app.post('/searchTimeSlot', async (request, reply) => {
    const { category, requestedTimeSlot, relatedPlace } = (request.body ?? {}) as Fields;
    const time = readTime((requestedTimeSlot as Fields[] | undefined)?.[0]?.validFor);
    const area = areaOf(relatedPlace);
    if (!time || area === undefined)
      return badRequest(reply, 'requestedTimeSlot and relatedPlace are required');
    const id = randomUUID();
    searches.set(id, { area, category: String(category ?? 'repair'), ...time });
    return reply.code(201).send({ id, status: 'inProgress', '@type': 'SearchTimeSlot' });
  });

  app.get('/searchTimeSlot/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const search = searches.get(id);
    if (!search) return notFound(reply);
    searches.delete(id);
    const availableTimeSlot = visitService
      .listFree(search, search.starts, search.ends)
      .map(({ start, end, free }) => ({
        id: `${start}/${end}`,
        validFor: { startDateTime: start, endDateTime: end },
        capacity: free,
      }));
    return { id, status: 'done', searchResult: 'success', availableTimeSlot };
  });
}

function registerHub(app: FastifyInstance, { subscribers }: FieldServiceContext): void {
  app.post('/hub', async (request, reply) => {
    const { callback } = (request.body ?? {}) as Fields;
    if (typeof callback !== 'string' || !URL.canParse(callback))
      return badRequest(reply, 'callback is required');
    const id = randomBytes(8).toString('hex');
    subscribers.insert({ id, callback });
    return reply.code(201).send({ id, callback, query: null });
  });
  app.delete('/hub/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    return subscribers.delete({ id }) === 1 ? reply.code(204).send() : notFound(reply);
  });
}

function readTime(validFor: unknown): Pick<Time, 'starts' | 'ends'> | undefined {
  const { startDateTime, endDateTime } = (validFor ?? {}) as Fields;
  const [from, to] = [Date.parse(String(startDateTime)), Date.parse(String(endDateTime))];
  if (!(to > from)) return undefined;
  return { starts: new Date(from).toISOString(), ends: new Date(to).toISOString() };
}

/** The postal code of a place with its role. Not public: both names. */
function areaOf(place: unknown): string | undefined {
  const { role, postcode } = (place ?? {}) as Fields;
  return role === 'serviceLocation' && typeof postcode === 'string' ? postcode : undefined;
}

function badRequest(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send(tmfError(400, 'invalid', message));
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(tmfError(404, 'notFound', 'There is no such resource'));
}

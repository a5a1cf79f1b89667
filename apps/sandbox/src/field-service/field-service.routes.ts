import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultOptions, registerResponseFaults } from '../card-processor/response-faults.ts';
import { sameSecret } from '../same-secret.ts';
import { tmfError } from './field-service-names.ts';
import { appointmentOf, type VisitService } from './visit.service.ts';
import type { StoredVisit, VisitStore } from './visit.store.ts';

export interface FieldServiceOptions {
  readonly store: VisitStore;
  readonly visits: VisitService;
  readonly faults: FaultOptions;
  readonly token: string;
}

type Fields = Readonly<Record<string, unknown>>;

const defaultLimit = 50;

/** TMF646 v4: visits, searches for free times, and the hub. */
export function registerFieldService(app: FastifyInstance, options: FieldServiceOptions): void {
  registerResponseFaults(app, 'field-service', options.faults, tmfError(503, 'unavailable', 'Down'));
  app.addHook('preHandler', async (request, reply) => {
    if (sameSecret(String(request.headers.authorization), `Bearer ${options.token}`)) return undefined;
    return reply.code(401).send(tmfError(401, 'unauthorized', 'The token is wrong'));
  });
  // DELETE requests of some clients name a type without a body.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => (body === '' ? {} : JSON.parse(body)),
  );
  registerAppointments(app, options);
  registerSearches(app, options);
  registerHub(app, options);
}

function registerAppointments(app: FastifyInstance, { store, visits }: FieldServiceOptions): void {
  const visitOf = (request: FastifyRequest) => visits.find((request.params as { id: string }).id);

  app.get('/appointment', async (request, reply) => {
    const { limit, offset } = request.query as Fields;
    const page = { limit: Number(limit) || defaultLimit, offset: Number(offset) || 0 };
    const found = store.list(page);
    reply.headers({ 'X-Total-Count': store.countAll(), 'X-Result-Count': found.length });
    return found.map(appointmentOf);
  });

  app.post('/appointment', async (request, reply) => {
    const { category, validFor, relatedEntity, relatedPlace } = (request.body ?? {}) as Fields;
    const time = readTime(validFor);
    const account = ((relatedEntity ?? []) as Fields[]).find(({ role }) => role === 'account')?.id;
    if (!time || typeof account !== 'string')
      return badRequest(reply, 'validFor and the account are required');
    const area = String((relatedPlace as Fields | undefined)?.postcode ?? '');
    const visit = visits.create({ account, area, category: String(category ?? 'repair'), ...time });
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
    if (status === 'cancelled') return appointmentOf(visits.progress(visit, 'Cancelled'));
    const time = readTime(validFor);
    if (!time) return badRequest(reply, 'validFor is required');
    if (visit.jobStatus === 'Complete' || visit.jobStatus === 'Cancelled')
      return reply.code(403).send(tmfError(403, 'closed', 'The appointment is over'));
    const moved = isHeldAlready(visit, time) ? visit : visits.move(visit, time.starts, time.ends);
    return moved
      ? appointmentOf(moved)
      : reply.code(409).send(tmfError(409, 'conflict', 'The time slot is not available'));
  });

  app.delete('/appointment/:id', async (request, reply) => {
    const visit = visitOf(request);
    if (!visit) return notFound(reply);
    visits.progress(visit, 'Cancelled');
    return reply.code(204).send();
  });
}

function isHeldAlready({ starts, ends }: StoredVisit, time: { starts: string; ends: string }): boolean {
  return starts === time.starts && ends === time.ends;
}

/** A search is done at the second look, so that callers have to poll. */
function registerSearches(app: FastifyInstance, { visits }: FieldServiceOptions): void {
  const searches = new Map<string, { area: string; category: string; starts: string; ends: string }>();

  app.post('/searchTimeSlot', async (request, reply) => {
    const { category, requestedTimeSlot, relatedPlace } = (request.body ?? {}) as Fields;
    const time = readTime((requestedTimeSlot as Fields[] | undefined)?.[0]?.validFor);
    if (!time) return badRequest(reply, 'requestedTimeSlot is required');
    const id = randomUUID();
    const area = String((relatedPlace as Fields | undefined)?.postcode ?? '');
    searches.set(id, { area, category: String(category ?? 'repair'), ...time });
    return reply.code(201).send({ id, status: 'inProgress', '@type': 'SearchTimeSlot' });
  });

  app.get('/searchTimeSlot/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const search = searches.get(id);
    if (!search) return notFound(reply);
    searches.delete(id);
    const availableTimeSlot = visits
      .listFree(search, search.starts, search.ends)
      .map(({ start, end, free }) => ({
        id: `${start}/${end}`,
        validFor: { startDateTime: start, endDateTime: end },
        capacity: free,
      }));
    return { id, status: 'done', searchResult: 'success', availableTimeSlot };
  });
}

function registerHub(app: FastifyInstance, { store }: FieldServiceOptions): void {
  app.post('/hub', async (request, reply) => {
    const { callback } = (request.body ?? {}) as Fields;
    if (typeof callback !== 'string' || !URL.canParse(callback))
      return badRequest(reply, 'callback is required');
    return reply.code(201).send({ id: store.subscribe(callback), callback, query: null });
  });
  app.delete('/hub/:id', async (request, reply) =>
    store.unsubscribe((request.params as { id: string }).id) ? reply.code(204).send() : notFound(reply),
  );
}

function readTime(validFor: unknown): { starts: string; ends: string } | undefined {
  const { startDateTime, endDateTime } = (validFor ?? {}) as Fields;
  const [from, to] = [Date.parse(String(startDateTime)), Date.parse(String(endDateTime))];
  if (!(to > from)) return undefined;
  return { starts: new Date(from).toISOString(), ends: new Date(to).toISOString() };
}

function badRequest(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send(tmfError(400, 'invalid', message));
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(tmfError(404, 'notFound', 'There is no such resource'));
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jobStatuses } from './field-service-names.ts';
import type { VisitService } from './visit.service.ts';
import type { VisitStore } from './visit.store.ts';
import { visitsPage } from './visits.page.ts';

const pageLimit = 200;
const eventLimit = 50;
const daysTaken = 62;

/** Visits for people (`/visits`) and for tests (`/visits.json`), and what the people of a field service do. */
export function registerVisits(app: FastifyInstance, visitService: VisitService, store: VisitStore): void {
  const listed = () => ({
    visits: visitService.list().slice(0, pageLimit),
    events: store.events.list({}, eventLimit),
  });
  const visitOf = (request: FastifyRequest) => visitService.find((request.params as { id: string }).id);

  app.get('/visits', async (_request, reply) => {
    visitService.loadDemoVisits();
    return reply.type('text/html').send(visitsPage(listed()));
  });
  app.get('/visits.json', async () => {
    const { visits, events } = listed();
    return { visits: visits.map(({ jobStatus, ...visit }) => ({ ...visit, job_status: jobStatus })), events };
  });

  app.post('/visits/:id/progress', async (request, reply) => {
    const { jobStatus } = (request.body ?? {}) as { jobStatus?: unknown };
    const wanted = jobStatuses.find((name) => name === jobStatus);
    const visit = visitOf(request);
    if (!wanted) return reply.code(400).send({ error: `jobStatus must be one of ${jobStatuses.join(', ')}` });
    if (!visit) return reply.code(404).send({ error: 'no such visit' });
    visitService.progress(visit, wanted);
    return reply.redirect('/visits', 303);
  });

  app.post('/visits/:id/take-all', async (request, reply) => {
    const visit = visitOf(request);
    if (!visit) return reply.code(404).send({ error: 'no such visit' });
    visitService.takeAll(visit, daysTaken);
    return reply.redirect('/visits', 303);
  });

  app.post('/visits/events/:number/send', async (request, reply) => {
    const number = Number((request.params as { number: string }).number);
    if (!store.events.find({ number })) return reply.code(404).send({ error: 'no such event' });
    await visitService.send(number);
    return reply.redirect('/visits', 303);
  });
}

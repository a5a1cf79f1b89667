import type { FastifyInstance } from 'fastify';
import type { ChargeContext } from './charge.service.ts';
import { type Charge, chargeState, type Processor } from './charge.ts';
import { chargesPage, chargesTables } from './charges.page.ts';

const pageLimit = 100;
const attemptsLimit = 10_000;

/** Charges for people (`/charges`) and for tests (`/charges.json`). */
export function registerCharges(app: FastifyInstance, context: ChargeContext): void {
  const describe = (charge: Charge) => ({ ...charge, state: chargeState(charge, context.clock.now()) });
  const newest = () => ({
    charges: context.store.listCharges({ includeDeclined: true, limit: pageLimit }).map(describe),
    attempts: context.store.listAttempts(pageLimit),
  });
  app.get('/charges', async (_request, reply) => reply.type('text/html').send(chargesPage(newest())));
  app.get('/charges/tables', async (_request, reply) =>
    reply.type('text/html').send(chargesTables(newest()).html),
  );
  app.get('/charges.json', async (request) => {
    const { processor, reference, declined } = request.query as Record<string, string | undefined>;
    const filter = {
      processor: processor as Processor | undefined,
      reference,
      includeDeclined: declined === 'yes',
    };
    return context.store.listCharges(filter).map(describe);
  });
  app.post('/charges/:id/return', async (request, reply) => {
    const { code = '' } = (request.body ?? {}) as { code?: string };
    if (!/^R\d\d$/.test(code))
      return reply.code(400).send({ error: 'code must be R and two digits, such as R01' });
    const { id } = request.params as { id: string };
    context.store.returnDebit(id, { at: context.clock.now().toISOString(), code });
    return reply.redirect('/charges', 303);
  });
  app.get('/attempts.json', async () => context.store.listAttempts(attemptsLimit));
}

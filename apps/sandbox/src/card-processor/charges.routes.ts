import type { FastifyInstance } from 'fastify';
import { type Charge, chargeState, type Processor } from './charge.ts';
import type { ChargeDesk } from './charge-desk.ts';
import { chargesPage, chargesTables } from './charges.page.ts';

const PAGE_LIMIT = 100;
const ATTEMPTS_LIMIT = 10_000;

/** What was charged, for people (`/charges`) and for tests that need a referee (`/charges.json`). */
export function registerCharges(app: FastifyInstance, desk: ChargeDesk): void {
  const describe = (charge: Charge) => ({ ...charge, state: chargeState(charge, desk.clock.now()) });
  const newest = () => ({
    charges: desk.book.listCharges({ includeDeclined: true, limit: PAGE_LIMIT }).map(describe),
    attempts: desk.book.listAttempts(PAGE_LIMIT),
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
    return desk.book.listCharges(filter).map(describe);
  });
  app.get('/attempts.json', async () => desk.book.listAttempts(ATTEMPTS_LIMIT));
}

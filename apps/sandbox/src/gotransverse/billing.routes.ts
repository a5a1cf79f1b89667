import type { FastifyInstance, FastifyReply } from 'fastify';
import { ActError, type BillingService, type Given } from './billing.service.ts';
import { billingPage } from './gotransverse.page.ts';
import type { BillingStore } from './gotransverse.store.ts';
import { LineError, loadLines } from './lines.service.ts';

const bodyLimit = 256 * 1024 * 1024;

/** Billing for people (`/billing`), what its people do, also for programs, and the loader of import lines. */
export function registerBilling(app: FastifyInstance, service: BillingService, billing: BillingStore): void {
  app.get('/billing', async ({ query }, reply) => {
    const { account = '' } = query as { account?: string };
    return reply.type('text/html').send(billingPage(billing, account.trim()));
  });
  app.post('/gotransverse/accounts/:account/:act', async ({ params, body, headers }, reply) => {
    const { account, act } = params as { account: string; act: string };
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    return answer(reply, () => {
      const result = service.act(account, act, (body ?? {}) as Given);
      return isForm ? reply.redirect(`/billing?account=${encodeURIComponent(account)}`, 303) : result;
    });
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
  app.post('/gotransverse/lines', { bodyLimit }, async ({ body }, reply) =>
    answer(reply, () => loadLines(billing, String(body ?? ''))),
  );
}

function answer(reply: FastifyReply, work: () => object): object {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ActError || error instanceof LineError)) throw error;
    return reply.code(400).send({ error: error.message });
  }
}

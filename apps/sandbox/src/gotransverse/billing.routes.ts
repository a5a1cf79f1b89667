import type { FastifyInstance } from 'fastify';
import type { ActFields, BillingService } from './billing.service.ts';
import { billingPage } from './gotransverse.page.ts';
import { RefusalError } from './gotransverse.store.ts';
import { loadLines } from './lines.service.ts';

const bodyLimit = 256 * 1024 * 1024;

/** Billing for people (`/billing`), what its people do, also for programs, and the loader of import lines. */
export function registerBilling(app: FastifyInstance, service: BillingService): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof RefusalError)) throw error;
    return reply.code(400).send({ error: error.message });
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
  app.get('/billing', async ({ query }, reply) => {
    const { account = '' } = query as { account?: string };
    return reply.type('text/html').send(billingPage(service.billing, account.trim()));
  });
  app.post('/gotransverse/accounts/:account/:act', async ({ params, body, headers }, reply) => {
    const { account, act } = params as { account: string; act: string };
    const result = service.act(account, act, (body ?? {}) as ActFields);
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    return isForm ? reply.redirect(`/billing?account=${encodeURIComponent(account)}`, 303) : result;
  });
  app.post('/gotransverse/lines', { bodyLimit }, async ({ body }) =>
    loadLines(service.billing, String(body ?? '')),
  );
}

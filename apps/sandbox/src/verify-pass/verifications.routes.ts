import type { FastifyInstance } from 'fastify';
import type { CallbackSender } from './callbacks.ts';
import type { VerificationStore } from './verification.store.ts';
import { verificationsPage, verificationsTable } from './verifications.page.ts';

const pageLimit = 100;

interface VerificationsOptions {
  readonly store: VerificationStore;
  readonly callbacks: CallbackSender;
}

/** Verifications for people (`/verifications`) and for tests (`/verifications.json`). */
export function registerVerifications(
  app: FastifyInstance,
  { store, callbacks }: VerificationsOptions,
): void {
  const newest = () =>
    store
      .listNewest(pageLimit)
      .map((verification) => ({ ...verification, callbacks: store.listCallbacks(verification.number) }));
  app.get('/verifications', async (_request, reply) =>
    reply.type('text/html').send(verificationsPage(newest())),
  );
  app.get('/verifications/table', async (_request, reply) =>
    reply.type('text/html').send(verificationsTable(newest()).html),
  );
  app.get('/verifications.json', async () => newest());
  app.post('/verifications/:number/send', async (request, reply) => {
    const verification = store.findVerification(Number((request.params as { number: string }).number));
    if (!verification) return reply.code(404).send({ error: 'no such verification' });
    const { key } = (request.body ?? {}) as { key?: unknown };
    await callbacks.send(verification, key === 'wrong' ? 'wrong' : 'right');
    return reply.redirect('/verifications', 303);
  });
}

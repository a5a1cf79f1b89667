import type { Clock } from '@myaccount/clock';
import type { FastifyInstance } from 'fastify';
import { codesPage, codesTable } from './codes.page.ts';
import type { IdentityStore } from './identity.store.ts';
import type { SigningKeys } from './signing-keys.ts';

const pageLimit = 100;

interface CodesOptions {
  readonly store: IdentityStore;
  readonly keys: SigningKeys;
  readonly clock: Clock;
}

/** Codes of the identity service for people (`/codes`) and for tests (`/codes.json`), and the rotation of its keys. */
export function registerCodes(app: FastifyInstance, { store, keys, clock }: CodesOptions): void {
  const now = () => clock.now().toISOString();
  app.get('/codes', async (_request, reply) =>
    reply.type('text/html').send(codesPage(store.listNewest(pageLimit), now())),
  );
  app.get('/codes/table', async (_request, reply) =>
    reply.type('text/html').send(codesTable(store.listNewest(pageLimit), now()).html),
  );
  app.get('/codes.json', async () => store.listNewest(pageLimit).map(({ code: _, ...rest }) => rest));
  app.post('/codes/rotate-keys', async (_request, reply) => {
    keys.rotate();
    return reply.redirect('/codes', 303);
  });
}

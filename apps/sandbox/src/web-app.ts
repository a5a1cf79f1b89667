import type { FastifyInstance, FastifyRequest } from 'fastify';

export const webAppOptions = { logger: { level: 'warn' }, forceCloseConnections: true } as const;

/** Makes an app read posted forms, and send these headers with every response. */
export function prepareWebApp(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';

const assetTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Creates an app that reads posted forms, sends these headers with every response, and serves some files of this folder. */
export function createWebApp(
  headers: Readonly<Record<string, string>>,
  files: readonly string[],
): FastifyInstance {
  const app = fastify({ logger: { level: 'warn' }, forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', ...headers });
  });
  for (const file of files) {
    const content = readFileSync(join(import.meta.dirname, file), 'utf8');
    const type = assetTypes[extname(file)] ?? '';
    app.get(`/${basename(file)}`, async (_request, reply) => reply.type(type).send(content));
  }
  return app;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const assetFiles = [
  ['sandbox.css', 'text/css; charset=utf-8'],
  ['inbox.css', 'text/css; charset=utf-8'],
  ['fresh.js', 'text/javascript; charset=utf-8'],
] as const;

/** Serves the style sheets and the script of the pages. Reads them once. */
export function registerAssets(app: FastifyInstance): void {
  for (const [name, type] of assetFiles) {
    const content = readFileSync(join(import.meta.dirname, name), 'utf8');
    app.get(`/${name}`, async (_request, reply) => reply.type(type).send(content));
  }
}

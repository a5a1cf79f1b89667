import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiPath, basePath } from '@myaccount/contract/endpoint';
import type { WebConfig } from '@myaccount/contract/web-config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const placeholder = '<script type="application/json" id="web-config"></script>';

/** Serves the built web application. Hashed assets are cached for a year, the page never. Throws if it is not built. */
export async function registerWebPage(
  app: FastifyInstance,
  built: string,
  webConfig: WebConfig,
): Promise<void> {
  if (!existsSync(join(built, 'index.html')))
    throw new Error('The web application is not built: npm run build');
  const page = pageWithConfig(built, webConfig);
  await app.register(fastifyStatic, {
    root: built,
    prefix: `${basePath}/`,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.br', '**/index.html'],
    setHeaders: (reply, path) => void reply.header('Cache-Control', cachingOf(path)),
  });
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-store').type('text/html; charset=utf-8').send(page);
  app.get(`${basePath}/`, sendPage);
  app.get(`${basePath}/*`, (request, reply) =>
    isPage(request) ? sendPage(request, reply) : reply.callNotFound(),
  );
  app.get('/', (_request, reply) => reply.redirect(`${basePath}/`));
}

/** Returns the page with its configuration as inert JSON. Escapes `<` so that no text can end the element. */
function pageWithConfig(built: string, webConfig: WebConfig): string {
  const json = JSON.stringify(webConfig).replaceAll('<', '\\u003c');
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  if (!html.includes(placeholder)) throw new Error(`The built page lacks ${placeholder}`);
  return html.replace(placeholder, () => `<script type="application/json" id="web-config">${json}</script>`);
}

function cachingOf(path: string): string {
  return path.includes(join('dist', 'assets'))
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=300';
}

/** Returns whether a path under the base is a page of the application, not a file or an API call. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  const isOther = [
    apiPath,
    `${basePath}/assets`,
    `${basePath}/locales`,
    `${basePath}/hooks`,
    `${basePath}/.well-known`,
  ];
  return !isOther.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiPath, basePath } from '@myaccount/contract/endpoint';
import type { WebConfig } from '@myaccount/contract/web-config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StartRefusal } from '../start-refusal.ts';

const placeholder = '<script type="application/json" id="web-config"></script>';

/** Where the files of the pages are. */
export interface WebFiles {
  /** The built web application. */
  readonly built: string;
  /** The folder `assets` of the release before; null for none. */
  readonly previous: string | null;
}

/** Files are listed at the start: a request names one of them or nothing, so no path leads out of the folders. */
const fileOptions = { index: false, preCompressed: true, wildcard: false } as const;
const assetCaching = 'public, max-age=31536000, immutable';

/** Serves the built web application. Hashed assets are cached for a year, the page never. Throws if it is not built. */
export async function registerWebPage(
  app: FastifyInstance,
  { built, previous }: WebFiles,
  webConfig: WebConfig,
): Promise<void> {
  const page = pageWithConfig(built, webConfig);
  await app.register(fastifyStatic, {
    ...fileOptions,
    root: built,
    prefix: `${basePath}/`,
    globIgnore: ['**/*.br', '**/index.html'],
    setHeaders: (reply, path) => void reply.header('Cache-Control', cachingOf(path)),
  });
  if (previous) await servePreviousAssets(app, previous, join(built, 'assets'));
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-store').type('text/html; charset=utf-8').send(page);
  app.get(`${basePath}/`, sendPage);
  app.get(`${basePath}/*`, (request, reply) =>
    isPage(request) ? sendPage(request, reply) : reply.callNotFound(),
  );
  app.get('/', (_request, reply) => reply.redirect(`${basePath}/`));
}

/**
 * Serves the hashed files that only the release before has, to pages that were loaded from it (RELEASE-2). Files of the
 * same name have the same content.
 */
async function servePreviousAssets(app: FastifyInstance, previous: string, current: string): Promise<void> {
  await app.register(fastifyStatic, {
    ...fileOptions,
    root: previous,
    prefix: `${basePath}/assets/`,
    decorateReply: false,
    globIgnore: ['**/*.br', ...readdirSync(current)],
    setHeaders: (reply) => void reply.header('Cache-Control', assetCaching),
  });
}

/** Returns the page with its configuration as inert JSON. Escapes `<` so that no text can end the element. */
function pageWithConfig(built: string, webConfig: WebConfig): string {
  const json = JSON.stringify(webConfig).replaceAll('<', '\\u003c');
  const file = join(built, 'index.html');
  if (!existsSync(file))
    throw new StartRefusal('apps/web/dist', 'the pages are not built; run: npm run build');
  const html = readFileSync(file, 'utf8');
  if (!html.includes(placeholder)) throw new Error(`The built page lacks ${placeholder}`);
  return html.replace(placeholder, () => `<script type="application/json" id="web-config">${json}</script>`);
}

function cachingOf(path: string): string {
  return path.includes(join('dist', 'assets')) ? assetCaching : 'public, max-age=300';
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

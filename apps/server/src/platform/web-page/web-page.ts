import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiPath, basePath } from '@myaccount/contract/endpoint';
import { isLanguage, type Language } from '@myaccount/contract/languages';
import type { WebConfig } from '@myaccount/contract/web-config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readerLanguage } from '../http/language.ts';
import { StartRefusal } from '../start-refusal.ts';
import { createPageDocuments } from './page-documents.ts';
import { prerenderSignIn } from './prerendered.ts';

const acceptsBrotli = /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
/** The choice of a visitor, which the page keeps (`apps/web/src/ui/language.ts`). */
const languageCookie = /(?:^|;\s*)language=([a-z]+)/;

/** Where the files of the pages are. */
export interface WebFiles {
  /** The built web application. */
  readonly built: string;
  /** The folder `assets` of the release before; null for none. */
  readonly previous: string | null;
}

/** Files are listed at the start: a request names one of them or nothing, so no path leads out of the folders. */
const fileOptions = { index: false, preCompressed: true, wildcard: false } as const;
/** Style sheets that the frame of an outside service loads from here. */
const frameStyles = join('dist', 'frame-styles');
const policyHeader = 'Content-Security-Policy';
const assetCaching = 'public, max-age=31536000, immutable';

/** Serves the built web application. Hashed assets are cached for a year, the page never. Throws if it is not built. */
export async function registerWebPage(
  app: FastifyInstance,
  { built, previous }: WebFiles,
  webConfig: WebConfig,
): Promise<void> {
  const documents = await createPageDocuments(
    readIndex(built),
    webConfig,
    await prerenderSignIn(built, webConfig),
  );
  await app.register(fastifyStatic, {
    ...fileOptions,
    root: built,
    prefix: `${basePath}/`,
    globIgnore: ['**/*.br', '**/index.html', 'server/**'],
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', cachingOf(path));
      if (path.includes(frameStyles)) reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    },
  });
  if (previous) await servePreviousAssets(app, previous, join(built, 'assets'));
  const styleSources = ["style-src 'self'", ...documents.styleHashes].join(' ');
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const { document, status } = documents.of(pathOf(request), languageOf(request));
    const isCompressed = acceptsBrotli.test(request.headers['accept-encoding']?.toString() ?? '');
    if (isCompressed) reply.header('Content-Encoding', 'br');
    const policy = String(reply.getHeader(policyHeader)).replace("style-src 'self'", styleSources);
    if (hasSecretAddress(request)) reply.header('Referrer-Policy', 'no-referrer');
    return reply
      .code(status)
      .header('Cache-Control', 'no-store')
      .header(policyHeader, policy)
      .header('Vary', 'Accept-Encoding, Accept-Language, Cookie')
      .type('text/html; charset=utf-8')
      .send(isCompressed ? document.brotli : document.html);
  };
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

function readIndex(built: string): string {
  const file = join(built, 'index.html');
  if (!existsSync(file))
    throw new StartRefusal('apps/web/dist', 'the pages are not built; run: npm run build');
  return readFileSync(file, 'utf8');
}

/** Pages whose address is a secret that not even our own files may learn: the link to a visit, or one that stops a charge or a change. */
const secretPages = /^(?:schedule|stop-charge|login\/change)/;

function hasSecretAddress({ params }: FastifyRequest): boolean {
  // The router has decoded it, however it was spelled.
  return secretPages.test((params as { '*'?: string })['*'] ?? '');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Returns the language that the visitor chose, else the browser's first that the portal speaks (SHELL-11). */
function languageOf({ headers }: FastifyRequest): Language {
  const chosen = languageCookie.exec(headers.cookie ?? '')?.[1];
  return isLanguage(chosen) ? chosen : readerLanguage(headers['accept-language']);
}

function cachingOf(path: string): string {
  return path.includes(join('dist', 'assets')) ? assetCaching : 'public, max-age=300';
}

/** Returns whether a path under the base is a page of the application, not a file or an API call. */
function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isOther = [
    apiPath,
    `${basePath}/assets`,
    `${basePath}/locales`,
    `${basePath}/hooks`,
    `${basePath}/.well-known`,
  ];
  return !isOther.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

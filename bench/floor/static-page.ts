import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** A file as it is transferred. */
interface SentFile {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a page transfers when it opens. */
export interface SentPage {
  readonly scripts: ReadonlyMap<string, SentFile>;
  readonly styles: ReadonlyMap<string, SentFile>;
  /** Of everything else: the document, the answers of calls, images, and fonts. */
  readonly otherBytes: number;
}

/** A static page on a port of its own. */
export interface StaticPage {
  readonly url: string;
  close(): void;
}

const kinds = { script: 'scripts', stylesheet: 'styles' } as const;

/** Opens an address, and returns what it transfers until nothing more comes. */
export async function recordPage(page: Page, url: string): Promise<SentPage> {
  const sent = { scripts: new Map<string, SentFile>(), styles: new Map<string, SentFile>() };
  const others: Promise<number>[] = [];
  const files: Promise<unknown>[] = [];
  page.on('requestfinished', (request) => {
    const kind = kinds[request.resourceType() as keyof typeof kinds];
    const { origin, pathname } = new URL(request.url());
    if (origin !== new URL(url).origin) return;
    if (kind) files.push(readFile(request.url()).then((file) => sent[kind].set(pathname, file)));
    else others.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await Promise.all(files);
  const otherBytes = (await Promise.all(others)).reduce((sum, bytes) => sum + bytes, 0);
  return { ...sent, otherBytes };
}

/**
 * Serves the floor of a page: the same style sheets and scripts, which are not run, and as many other bytes. It shows a text once all of it
 * is there.
 */
export async function serveStaticPage({ scripts, styles, otherBytes }: SentPage): Promise<StaticPage> {
  const links = [
    ...[...styles.keys()].map((path) => `<link rel="stylesheet" href="${path}">`),
    ...[...scripts.keys()].map((path) => `<link rel="modulepreload" href="${path}">`),
  ];
  const padding = randomBytes(Math.ceil(otherBytes / 2)).toString('hex');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Static page</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="A static page">${links.join('')}</head>
<body><main hidden><h1>Static page</h1><p>${'A text that is as large as what a page shows. '.repeat(8)}</p></main>
<script>const show = () => { document.querySelector('main').hidden = false; };
if (document.readyState === 'complete') show(); else addEventListener('load', show);</script><!--${padding}--></body></html>`;
  const files = new Map([...scripts, ...styles]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return void response.setHeader('content-type', 'text/html').end(html);
    for (const name of ['content-type', 'content-encoding', 'cache-control'])
      response.setHeader(name, file.headers[name] ?? '');
    response.end(file.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  };
}

async function readFile(url: string): Promise<SentFile> {
  const request = get(url, { headers: { 'accept-encoding': 'br' } });
  const [response] = await once(request, 'response');
  return { headers: response.headers, body: Buffer.concat(await response.toArray()) };
}

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { pageConfigOf } from '../../page-config.ts';
import { testSettings } from '../../testing/portal.ts';
import { createServer } from '../http/server.ts';
import { createLog } from '../log.ts';
import { places } from './page-documents.ts';
import { registerWebPage } from './web-page.ts';

/** Renders like the built one, from the same input. */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { webConfig, texts } = workerData;
  const page = ({ word }) => ({ title: word + ' & <more>', html: '<h1>' + word + ' $& ' + webConfig.brand.name + '</h1>' });
  const pages = Object.fromEntries(Object.entries(texts).map(([language, tree]) => [language, page(tree)]));
  parentPort.postMessage({ pages, paths: {
    signIn: ['/', '/login', '/billing/invoices/$invoiceId'],
    others: ['/login/link', '/schedule/$'],
  } });
`;

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-page-'));
  const files = {
    'dist/index.html': [places.html, '>', places.title, places.config, places.styles, places.root].join(''),
    'dist/locales/en/translations.json': '{"word":"Welcome"}',
    'dist/locales/es/translations.json': '{"word":"Le damos la bienvenida"}',
    'dist/server/prerender.js': thread,
    'dist/assets/home-new.js': 'new',
    'dist/assets/same-hash.js': 'current',
    'dist/frame-styles/light.css': 'body {}',
    'previous/home-old.js': 'old',
    'previous/home-old.js.br': 'old, compressed',
    'previous/same-hash.js': 'previous',
    'secret.txt': 'secret',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  app = await start(join(folder, 'previous'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function start(PREVIOUS_ASSETS_DIR: string): Promise<FastifyInstance> {
  const config = readConfig(testSettings('postgres://localhost/none', { PREVIOUS_ASSETS_DIR }));
  const server = await createServer(config, createLog('silent'));
  const files = { built: join(folder, 'dist'), previous: config.previousAssetsDir };
  await registerWebPage(server, files, pageConfigOf(config));
  return server;
}

test.each([
  ['schedule/abc', 'no-referrer'],
  ['%73chedule/abc', 'no-referrer'],
  ['schedule/success', 'no-referrer'],
  ['stop-charge/abc', 'no-referrer'],
  ['login/change/abc', 'no-referrer'],
  ['billing', 'strict-origin-when-cross-origin'],
])(
  '[SCHEDULE-6] the address of %s is sent to other sites by the policy %s, and never kept',
  async (path, policy) => {
    const response = await app.inject({ url: `/myaccount/${path}` });
    expect(response.headers).toMatchObject({ 'referrer-policy': policy, 'cache-control': 'no-store' });
  },
);

test('[METHODS-3] the frame of an outside service may load its style sheets from here, and nothing else', async () => {
  const styles = await get('frame-styles/light.css');
  expect([styles.statusCode, styles.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  expect(styles.headers['content-type']).toContain('text/css');
  for (const path of ['assets/home-new.js', '', 'locales/en/translations.json'])
    expect((await get(path)).headers['cross-origin-resource-policy'], path).toBe('same-origin');
});

const isRefused = (status: number) => status === 400 || status === 404;
const get = (path: string, headers = {}) => app.inject({ url: `/myaccount/${path}`, headers });

test('[RELEASE-2] a page of the release before finds its files, cached like any other', async () => {
  const old = await get('assets/home-old.js');
  expect([old.statusCode, old.body]).toEqual([200, 'old']);
  expect(old.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  const compressed = await get('assets/home-old.js', { 'accept-encoding': 'br' });
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'old, compressed']);
});

test('[RELEASE-2] a file of both releases is the current one', async () => {
  expect((await get('assets/same-hash.js')).body).toBe('current');
  expect((await get('assets/home-new.js')).body).toBe('new');
});

test.each([
  'assets/../secret.txt',
  'assets/..%2fsecret.txt',
  'assets/%2e%2e/secret.txt',
  'assets/..%5csecret.txt',
  'assets/....//secret.txt',
  'assets/home-old.js%00.txt',
  'assets/',
  'assets/gone.js',
  'previous/home-old.js',
])('[RELEASE-2] %s is not a file', async (path) => {
  const { statusCode, body } = await get(path);
  // The page answers any other path under the base.
  const isPage = body.includes('id="web-config"');
  expect([isPage || statusCode, body.includes('secret')]).toEqual([
    isPage || expect.toSatisfy(isRefused),
    false,
  ]);
});

test('[RELEASE-2] without the folder only the current files are there', async () => {
  const current = await start('');
  expect((await current.inject('/myaccount/assets/home-old.js')).statusCode).toBe(404);
  expect((await current.inject('/myaccount/assets/home-new.js')).statusCode).toBe(200);
  await current.close();
});

test('[RELEASE-2] the whole build instead of its assets stops the start', () => {
  const settings = testSettings('postgres://localhost/none', { PREVIOUS_ASSETS_DIR: join(folder, 'dist') });
  expect(() => readConfig(settings)).toThrow(
    '  PREVIOUS_ASSETS_DIR: the folder apps/web/dist/assets of the release before',
  );
});

describe('the page', () => {
  const es = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' };

  test('[START-4] shows sign-in in the browser’s language, with the brand and its title', async () => {
    const { body, headers } = await get('login', es);
    expect(body).toContain('<div id="root"><h1>Le damos la bienvenida $& Larkspur Fiber</h1></div>');
    expect(body).toContain('<html lang="es" data-start="sign-in">');
    expect(body).toContain('<title>Le damos la bienvenida &amp; &lt;more></title>');
    expect(body).toContain('"siteUrl"');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await get('login')).body).toContain('<html lang="en" data-start="sign-in">');
  });

  test('[START-4, SHELL-11] a language that the visitor chose goes before the browser’s', async () => {
    const chosen = (cookie: string) => get('login', { ...es, cookie });
    expect((await chosen('a=b; language=en')).body).toContain('lang="en"');
    expect((await chosen('language=xx')).body).toContain('lang="es"');
    expect((await chosen('mylanguage=en')).body).toContain('lang="es"');
  });

  test.each(['', 'login?returnTo=%2Fbilling', 'billing/invoices/i-1', 'billing/invoices/i-1/'])(
    '[START-4] /%s shows sign-in',
    async (path) => {
      expect((await get(path)).body).toContain('data-start="sign-in"');
    },
  );

  const unknown = [
    'nowhere',
    'billing/invoices/i-1/more',
    'billing/invoices/',
    'loginx',
    'scheduled',
    'x/login',
  ];
  const known = [
    '',
    'LOGIN',
    'login?a=b',
    'billing/invoices/unknown',
    'schedule',
    'schedule/a/b',
    'login/link/',
  ];
  test.each([...unknown.map((path) => [path, 404] as const), ...known.map((path) => [path, 200] as const)])(
    '[SHELL-13] /%s answers %s with the page',
    async (path, status) => {
      const { statusCode, body, headers } = await get(path);
      expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store']);
      expect(body).toContain('id="web-config"');
    },
  );

  test.each(['login/link', 'nowhere', 'billing/invoices/i-1/more', 'loginx'])(
    '[START-4, SHELL-11] /%s waits for the scripts, and says which language it will be in',
    async (path) => {
      const { body } = await get(path, es);
      expect(body).toContain('<html lang="es" data-start="portal">');
      expect((await get(path, { ...es, cookie: 'language=en' })).body).toContain(
        '<html lang="en" data-start="portal">',
      );
      expect(body).toContain(places.root);
      expect(body).toContain('<title>Larkspur Fiber</title>');
    },
  );

  test.each([
    ['br', true],
    ['gzip, deflate, br', true],
    ['gzip;q=1.0,br;q=0.5', true],
    ['gzip', false],
    ['br;q=0', false],
    ['br;q=0.0, gzip', false],
    ['zbr', false],
  ])('[START-4] is compressed for a browser that accepts %s: %s', async (encoding, isCompressed) => {
    const { headers, rawPayload } = await get('login', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(isCompressed ? 'br' : undefined);
    const html = isCompressed ? brotliDecompressSync(rawPayload).toString() : rawPayload.toString();
    expect(html).toContain('<h1>Welcome');
  });

  test.each(['login', 'login/link', 'schedule/abc'])(
    '[SHELL-2] /%s has the brand’s colors in a style block that its policy names, and no other style',
    async (path) => {
      const { body, headers } = await get(path);
      const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
      expect(styles).toContain('--brand:#');
      const hash = createHash('sha256').update(styles).digest('base64');
      expect(headers['content-security-policy']).toContain(`;style-src 'self' 'sha256-${hash}';`);
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
      expect(body).not.toMatch(/\sstyle=/);
    },
  );

  test('[START-4] what renders it is not served', async () => {
    expect((await get('server/prerender.js')).body).not.toContain('worker_threads');
  });

  test('[START-3] a build without one of the places stops the start', async () => {
    writeFileSync(join(folder, 'dist/index.html'), places.html + places.config + places.styles);
    await expect(start('')).rejects.toThrow('The built page lacks <title>');
  });
});

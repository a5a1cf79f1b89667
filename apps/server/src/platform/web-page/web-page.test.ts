import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { testSettings } from '../../testing/portal.ts';
import { createServer } from '../http/server.ts';
import { createLog } from '../log.ts';
import { registerWebPage } from './web-page.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-page-'));
  const files = {
    'dist/index.html': '<script type="application/json" id="web-config"></script>',
    'dist/assets/home-new.js': 'new',
    'dist/assets/same-hash.js': 'current',
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
  const { brand, flags, limits, siteUrl, timeZone, previousAssetsDir } = config;
  const webConfig = { brand, flags, limits, siteUrl, timeZone, bankDebitTextVersion: '1' };
  await registerWebPage(server, { built: join(folder, 'dist'), previous: previousAssetsDir }, webConfig);
  return server;
}

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

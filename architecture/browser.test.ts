import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, listSources, root } from './source-files.ts';

const web = 'apps/web/src/';
/** What a browser that blocks site data refuses, by throwing or in silence. */
const siteData =
  /\b(?:localStorage|sessionStorage|indexedDB|BroadcastChannel|SharedWorker|cookieStore|caches|serviceWorker|storageBuckets)\b|\.cookie\b|\bnavigator\.(?:locks|storage)\b/;
const door = `${web}api/browser-storage.ts`;
/** A use that can fail. */
const guarded = /attempt\(\(\) => document\.cookie\)/g;
/** Before the portal runs, the page itself says that something did not load. */
const start = [`${web}app/main.tsx`, `${web}app/pages/LoginStart.tsx`];
/** What waits for the connection where a script does not load. */
const loaders = ['api/connection.ts', 'ui/lazy-part.tsx', 'app/page-route.ts'].map((file) => web + file);

const sources = [...listSources(web), ...listSources('apps/web/prerender/')].filter(
  (path) => !path.startsWith(`${web}testing/`),
);
const codeOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(guarded, '');

test('[SHELL-10] what the browser keeps of the site has one door, which fails without throwing', () => {
  expect(siteData.test(codeOf(door))).toBe(true);
  expect(sources.filter((path) => path !== door && siteData.test(codeOf(path)))).toEqual([]);
});

test.each([
  'localStorage.getItem(key)',
  'window.sessionStorage',
  "globalThis['localStorage']",
  'document.cookie = text',
  "new BroadcastChannel('tabs')",
  'await indexedDB.databases()',
  'navigator.locks.request',
])('[SHELL-10] %s is named', (code) => {
  expect(siteData.test(code)).toBe(true);
});

test('[SHELL-10] every script that the portal loads late waits for the connection', () => {
  const late = sources.filter((path) => /\bimport\(/.test(codeOf(path)) && !start.includes(path));
  expect(late.length).toBeGreaterThan(8);
  const bare = late.filter((path) => !importsOf(path).some((target) => loaders.includes(target)));
  expect(bare.filter((path) => !loaders.includes(path))).toEqual([]);
  expect(loaders.filter((path) => !/\bloadScript\(load\)/.test(codeOf(path)))).toEqual([]);
});

import { afterEach, expect, test } from 'vitest';
import {
  attempt,
  browserStorage,
  hasStorage,
  keepItem,
  keysOf,
  readItem,
  readStored,
  removeItem,
  tabStorage,
  writeCookie,
} from './browser-storage.ts';

const real = { localStorage: globalThis.localStorage, sessionStorage: globalThis.sessionStorage };

function replace(name: keyof typeof real, get: () => unknown): void {
  Object.defineProperty(globalThis, name, { configurable: true, get });
}

afterEach(() => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    replace(name, () => real[name]);
    real[name].clear();
  }
});

function refuse(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

/** A storage that has no room left: what is in it can be read and removed. */
function full(storage: Storage) {
  return {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  };
}

const browsers: Record<string, (name: keyof typeof real) => unknown> = {
  'as usual': (name) => real[name],
  'with site data blocked': refuse,
  'without storage': () => null,
  'with a full storage': (name) => full(real[name]),
};
const storages = { localStorage: browserStorage, sessionStorage: tabStorage };
const cases = Object.keys(browsers).flatMap((browser) =>
  (['localStorage', 'sessionStorage'] as const).map((name) => [browser, name] as const),
);

test.each(cases)('[LOGIN-7] a browser %s: what is kept in %s is there while the page is', (browser, name) => {
  const storage = storages[name];
  real[name].setItem('draft:older', 'of before');
  replace(name, () => browsers[browser]?.(name));
  keepItem(storage, 'draft:older', 'newer');
  keepItem(storage, 'draft:one', '{"a":1}');
  expect([
    readItem(storage, 'draft:older'),
    readItem(storage, 'draft:one'),
    readItem(storage, 'none'),
  ]).toEqual(['newer', '{"a":1}', null]);
  expect(readStored(storage, 'draft:one')).toEqual({ a: 1 });
  expect(readStored(storage, 'draft:older')).toBeUndefined();
  expect(keysOf(storage).sort()).toEqual(expect.arrayContaining(['draft:older', 'draft:one']));
  removeItem(storage, 'draft:one');
  removeItem(storage, 'draft:older');
  expect([readItem(storage, 'draft:one'), readItem(storage, 'draft:older')]).toEqual([null, null]);
  expect(keysOf(storage)).not.toContain('draft:one');
});

test('what no longer fits replaces what was kept, also after a reload', () => {
  real.sessionStorage.setItem('draft:one', 'of before');
  replace('sessionStorage', () => full(real.sessionStorage));
  keepItem(tabStorage, 'draft:one', 'newer');
  expect(real.sessionStorage.getItem('draft:one')).toBeNull();
  replace('sessionStorage', () => real.sessionStorage);
  keepItem(tabStorage, 'draft:one', 'newest');
  expect(real.sessionStorage.getItem('draft:one')).toBe('newest');
  expect(readItem(tabStorage, 'draft:one')).toBe('newest');
});

test('other tabs never see a value gone that is replaced', () => {
  const removed: string[] = [];
  replace('localStorage', () => ({
    setItem: () => undefined,
    removeItem: (key: string) => removed.push(key),
    getItem: () => null,
  }));
  keepItem(browserStorage, 'sign-in-link', '{}');
  expect(removed).toEqual([]);
});

test.each([
  ['as usual', true],
  ['with a full storage', true],
  ['with site data blocked', false],
  ['without storage', false],
])('a browser %s: the page can keep something: %s', (browser, expected) => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    replace(name, () => browsers[browser]?.(name));
    expect(hasStorage(), name).toBe(expected);
    replace(name, () => real[name]);
  }
});

test('a cookie that the browser refuses is none', () => {
  writeCookie('pin-popover', '1', '/', 60);
  expect(document.cookie).toContain('pin-popover=1');
  Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse });
  writeCookie('pin-popover', '2', '/', 60);
  expect(attempt(() => document.cookie)).toBeUndefined();
  Reflect.deleteProperty(document, 'cookie');
  expect(document.cookie).toContain('pin-popover=1');
});

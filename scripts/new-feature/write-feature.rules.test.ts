import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spellFeature } from './feature-word.ts';
import { writeFeature } from './write-feature.ts';

const root = resolve(import.meta.dirname, '..', '..');
let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'new-feature-'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

test.each([
  ['', 'needs a word'],
  ['GiftCard', 'no feature word'],
  ['gift_card', 'no feature word'],
  ['gift--card', 'no feature word'],
  ['../secrets', 'no feature word'],
  ['gift-card2', 'no feature word'],
  ['invoice-utils', '"utils" says nothing'],
  ['new-login', '"new" says nothing'],
  ['a-word-that-nobody-wants-to-type-twice', 'longer than 30'],
])('refuses the word "%s" and makes nothing', (word, reason) => {
  expect(writeFeature(checkout, word)).toEqual({ refused: expect.stringContaining(reason) });
  expect(existsSync(join(checkout, 'apps'))).toBe(false);
});

test('makes files whose names all hold the word, in contract, server, web, texts and browser tests', () => {
  const { made } = writeFeature(checkout, 'gift-card') as { made: string[] };
  expect(made).toEqual([
    'packages/contract/src/gift-card.ts',
    'apps/server/src/features/gift-card/gift-card.routes.ts',
    'apps/server/src/features/gift-card/gift-card.service.ts',
    'apps/server/src/features/gift-card/gift-card.routes.test.ts',
    'apps/web/src/features/gift-card/gift-card.queries.ts',
    'apps/web/src/app/pages/GiftCardPage.tsx',
    'apps/web/locales/en/gift-card.json',
    'apps/web/locales/es/gift-card.json',
    'e2e/tests/gift-card.e2e.ts',
  ]);
  for (const path of made) expect(readFileSync(join(checkout, path), 'utf8')).not.toBe('');
});

test('the files pass lint and are formatted', () => {
  writeFeature(checkout, 'gift-card');
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const options = ['check', `--config-path=${root}`, '--vcs-enabled=false', checkout];
  expect(execFileSync(biome, options, { encoding: 'utf8', stdio: 'pipe' })).toContain('Checked 9 files');
});

test('refuses a feature that exists and leaves it as it was', () => {
  writeFeature(checkout, 'autopay');
  const contract = join(checkout, 'packages/contract/src/autopay.ts');
  const before = readFileSync(contract, 'utf8');
  expect(writeFeature(checkout, 'autopay')).toEqual({ refused: expect.stringContaining('exists already') });
  expect(readFileSync(contract, 'utf8')).toBe(before);
});

test('spells a word for files, values, types and people', () => {
  expect(spellFeature('hero-discount')).toEqual({
    word: 'hero-discount',
    camel: 'heroDiscount',
    pascal: 'HeroDiscount',
    title: 'Hero discount',
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinLocale } from '../../build/joined-locales.ts';

const sourceFolder = join(import.meta.dirname, '..');

function keysOf(tree: Record<string, unknown>, path: readonly string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[...path, key.replace(/_(one|many|other)$/, '')].join('.')]
      : keysOf(value as Record<string, unknown>, [...path, key]),
  );
}

const source = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(join(sourceFolder, name), 'utf8'))
  .join('\n');
const keys = [...new Set(keysOf(joinLocale('en')))];
/** Keys that a page puts together: “payments.state.” and what follows. */
const keyPrefixes = [...source.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g)].map(
  ([, prefix]) => prefix ?? '',
);
/** Texts of a list: where they are, and what follows. */
const listPrefixes = [...source.matchAll(/texts="([\w.-]+)"/g)].map(([, texts]) => `${texts}.`);
/** Texts of a form over the account: the form's name, and what follows. */
const formPrefixes = [...source.matchAll(/AccountFormRules<.+> = \{\s+name: '([\w-]+)'/g)].flatMap(
  ([, name]) =>
    ['errors.', 'fields.', 'formTitle', 'notSaved.', 'saved.', 'unchanged'].map((part) => `${name}.${part}`),
);

test('every text is used', () => {
  const isUsed = (key: string) =>
    source.includes(`'${key}'`) ||
    [...keyPrefixes, ...listPrefixes, ...formPrefixes].some((prefix) => key.startsWith(prefix));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('every text that a page names is there', () => {
  const named = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((key) => !keys.includes(key))).toEqual([]);
});

/** Texts of the bill as PDF, which are on the server. */
function pdfTexts(language: string) {
  const path = join(sourceFolder, `../../server/locales/${language}/invoices-pdf.json`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

test.each(['en', 'es'])('page and PDF use the same words for what is owed, in %s', (language) => {
  const web = joinLocale(language) as Record<string, Record<string, Record<string, string>>>;
  const pdf = pdfTexts(language);
  const { totalOwed, credit } = web.balance as unknown as Record<string, string>;
  expect([totalOwed, credit]).toEqual([pdf.summary.totalOwed, pdf.summary.totalCredit]);
  const detail = web.invoices?.detail ?? {};
  const lines = ['previousBalance', 'paymentsReceived', 'serviceCharges', 'activityCharges', 'taxesAndFees'];
  expect(lines.map((line) => detail[line])).toEqual(lines.map((line) => pdf.summary[line]));
  expect(detail.lateFee).toBe(pdf.summary.lateFees);
});

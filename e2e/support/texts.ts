import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@myaccount/contract/languages';

const folder = join(import.meta.dirname, '..', '..', 'apps', 'web', 'locales');

/** A text as a customer reads it: `textIn('es', 'payments.form.submit', { amount: '$84.99' })`. */
export function textIn(language: Language, key: string, values: Record<string, string> = {}): string {
  const [file = '', ...path] = key.split('.');
  let found: unknown = JSON.parse(readFileSync(join(folder, language, `${file}.json`), 'utf8'));
  for (const part of path) found = (found as Record<string, unknown>)[part];
  if (typeof found !== 'string') throw new Error(`No text ${key} in ${language}`);
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** The start of a text, up to its first value, to find its element. */
export function startOf(language: Language, key: string): string {
  return textIn(language, key, {}).split('  ')[0]?.trim() ?? '';
}

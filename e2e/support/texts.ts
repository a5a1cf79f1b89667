import { type Language, languages } from '@myaccount/contract/languages';
import { joinLocale } from '../../apps/web/build/joined-locales.ts';

const texts = new Map(languages.map((language) => [language, joinLocale(language)]));

/** A text as a customer reads it: `textIn('es', 'payments.form.submit', { amount: '$84.99' })`. */
export function textIn(language: Language, key: string, values: Record<string, string> = {}): string {
  let found: unknown = texts.get(language);
  for (const part of key.split('.')) found = (found as Record<string, unknown>)[part];
  if (typeof found !== 'string') throw new Error(`No text ${key} in ${language}`);
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** The start of a text, up to its first value, to find its element. */
export function startOf(language: Language, key: string): string {
  return textIn(language, key, {}).split('  ')[0]?.trim() ?? '';
}

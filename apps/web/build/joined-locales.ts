import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MadeFiles } from './made-files.ts';

const folder = join(import.meta.dirname, '../locales');
/** Texts that mails have, too. */
const sharedFolder = join(import.meta.dirname, '../../../packages/contract/locales');

/** All texts of one language as one tree: the name of a feature's file is the first key. */
export function joinLocale(language: string): Record<string, unknown> {
  const files = [folder, sharedFolder].flatMap((each) =>
    readdirSync(join(each, language)).map((name) => join(each, language, name)),
  );
  const texts = files.map(
    (file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))] as const,
  );
  return Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Files `locales/{lng}/translations.json`, joined from one file a feature (SHELL-1). */
export function joinedLocales(): MadeFiles {
  const languages = readdirSync(folder);
  return Object.fromEntries(
    languages.map((language) => [
      `locales/${language}/translations.json`,
      () => JSON.stringify(joinLocale(language)),
    ]),
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defaultLanguage, type Language, languages } from '@myaccount/contract/languages';
import i18next, { type TFunction } from 'i18next';

/** The server's own texts, and those that pages have, too. */
const folders = ['../../locales/', '../../../../packages/contract/locales/'];

/** Returns the texts of one language: each file of locales/{language} under the file's name. */
function loadTexts(language: Language): Record<string, unknown> {
  const files = folders.flatMap((folder) => {
    const here = new URL(`${folder}${language}/`, import.meta.url);
    return readdirSync(here).map((name) => new URL(name, here));
  });
  return Object.fromEntries(
    files.map((file) => [basename(file.pathname, '.json'), JSON.parse(readFileSync(file, 'utf8'))]),
  );
}

const texts = i18next.createInstance({
  lng: defaultLanguage,
  fallbackLng: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    languages.map((language) => [language, { translation: loadTexts(language) }]),
  ),
});
void texts.init();

/** Returns the texts of mail and documents in a language: `translator('es')('login-email.subject')`. */
export function translator(language: Language): TFunction {
  return texts.getFixedT(language);
}

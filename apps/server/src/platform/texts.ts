import { readdirSync, readFileSync } from 'node:fs';
import { defaultLanguage, type Language, languages } from '@myaccount/contract/languages';
import i18next, { type TFunction } from 'i18next';

const folder = new URL('../../locales/', import.meta.url);

/** Returns the texts of one language: each file of locales/{language} under the file's name. */
function loadTexts(language: Language): Record<string, unknown> {
  const files = readdirSync(new URL(`${language}/`, folder)).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8')),
    ]),
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

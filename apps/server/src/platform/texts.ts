import { readdirSync, readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';

export const languages = ['en', 'es'] as const;
/** A language that the portal speaks. */
export type Language = (typeof languages)[number];

const folder = new URL('../../locales/', import.meta.url);

/** Texts of one language: every file of locales/{language}, each under its own name. */
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
  lng: 'en',
  fallbackLng: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: {
    en: { translation: loadTexts('en') },
    es: { translation: loadTexts('es') },
  },
});
void texts.init();

/** Gives the texts of mail and documents in a language: `translator('es')('login-email.subject')`. */
export function translator(language: Language): TFunction {
  return texts.getFixedT(language);
}

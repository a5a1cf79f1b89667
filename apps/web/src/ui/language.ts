/** Languages of the portal (SHELL-11), in the order of their buttons. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'language';
const fallback: Language = 'en';

function isLanguage(value: string | null | undefined): value is Language {
  return languages.includes(value as Language);
}

/** The kept choice, else the first of the browser's languages that the portal speaks, else English. */
export function preferredLanguage(kept: string | null, ofBrowser: readonly string[]): Language {
  if (isLanguage(kept)) return kept;
  return ofBrowser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? fallback;
}

/** Language that the page starts in. */
export function startLanguage(): Language {
  return preferredLanguage(localStorage.getItem(storageKey), navigator.languages);
}

/** Tells the browser, screen readers and the next visit which language the page speaks. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}

/** Address of the texts of a language (SHELL-1). */
export function textsUrl(language: string): string {
  return `${import.meta.env.BASE_URL}locales/${language}/translations.json`;
}

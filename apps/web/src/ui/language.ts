import { isLanguage, type Language, matchLanguage } from '@myaccount/contract/languages';

const storageKey = 'language';
const yearSeconds = 31_536_000;

/** Returns the kept choice, else the first of the browser's languages that the portal speaks, else the default. */
export function preferredLanguage(kept: string | null, ofBrowser: readonly string[]): Language {
  return isLanguage(kept) ? kept : matchLanguage(ofBrowser);
}

/** Returns the language that the page starts in. */
export function startLanguage(): Language {
  return preferredLanguage(localStorage.getItem(storageKey), navigator.languages);
}

/** Keeps the choice for the next visit; as a cookie too, so that the server's first page is in that language. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  const isSecure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser in use has the Cookie Store API
  document.cookie = `${storageKey}=${language}; path=${import.meta.env.BASE_URL}; max-age=${yearSeconds}; samesite=lax${isSecure}`;
}

/** Returns the address of a language's texts (SHELL-1). */
export function textsUrl(language: string): string {
  return `${import.meta.env.BASE_URL}locales/${language}/translations.json`;
}

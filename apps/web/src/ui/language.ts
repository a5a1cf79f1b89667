import { isLanguage, type Language, matchLanguage } from '@myaccount/contract/languages';
import { browserStorage, keepItem, readItem, writeCookie } from '../api/browser-storage.ts';

declare global {
  interface Window {
    /** The texts that the page starts with, which the early script has asked for. */
    earlyTexts?: Promise<object | undefined>;
  }
}

const storageKey = 'language';
const yearSeconds = 31_536_000;

/** Returns the kept choice, else the first of the browser's languages that the portal speaks, else the default. */
export function preferredLanguage(kept: string | null, ofBrowser: readonly string[]): Language {
  return isLanguage(kept) ? kept : matchLanguage(ofBrowser);
}

/** Returns the language that the page starts in. */
export function startLanguage(): Language {
  return preferredLanguage(readItem(browserStorage, storageKey), navigator.languages);
}

/** Keeps the choice for the next visit; as a cookie too, so that the server's first page is in that language. */
export function keepLanguage(language: Language): void {
  keepItem(browserStorage, storageKey, language);
  writeCookie(storageKey, language, import.meta.env.BASE_URL, yearSeconds);
}

/** Asks for the texts of a language (SHELL-1), keyed by feature. Returns undefined when they do not come. */
export async function fetchTexts(language: string): Promise<object | undefined> {
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}locales/${language}/translations.json`);
    return response.ok ? ((await response.json()) as object) : undefined;
  } catch {
    return undefined;
  }
}

import { type Language, languages } from '@myaccount/contract/languages';
import { render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactElement } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { joinLocale } from '../../build/joined-locales.ts';

/** Adds browser features that jsdom lacks; `width` is the window's, in pixels. */
export function installBrowser(width = 1280): void {
  window.matchMedia = (query: string) => {
    const [, value, unit] = /min-width:\s*([\d.]+)(px|em)/.exec(query) ?? [];
    const minimum = Number(value ?? Number.POSITIVE_INFINITY) * (unit === 'em' ? 16 : 1);
    return {
      matches: width >= minimum,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    } as unknown as MediaQueryList;
  };
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  window.ResizeObserver ??= class {
    readonly observe = () => undefined;
    readonly unobserve = () => undefined;
    readonly disconnect = () => undefined;
  };
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}

await i18next.use(initReactI18next).init({
  resources: Object.fromEntries(languages.map((name) => [name, { translations: joinLocale(name) }])),
  defaultNS: 'translations',
  interpolation: { escapeValue: false },
});

/** Has the page speak a language, with the portal's real texts. */
export async function speak(language: Language = 'en'): Promise<void> {
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** Renders an element with the portal's texts. */
export function show(element: ReactElement) {
  return render(<I18nextProvider i18n={i18next}>{element}</I18nextProvider>);
}

/** Returns the texts of the cells of a table, row by row, without its headers. */
export async function tableTexts(): Promise<(string | undefined)[][]> {
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].map(({ textContent }) => textContent?.replace(/\s/g, ' ')));
}

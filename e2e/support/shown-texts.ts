import { type Language, languages } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import { joinLocale } from '../../apps/web/build/joined-locales.ts';

interface TextsWindow {
  shownTexts?: Set<string>;
}

/** The digits of a method match any, and are in a separate element. */
const endingOfMethod = / …1234$/;
const value = /\{\{?[^}]+\}\}?/g;
const texts = new Map(languages.map((language) => [language, new Map(flat(joinLocale(language)))]));

/** Records every text that an element of the page shows from now on, however briefly; call it before the page loads. */
export async function collectTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const longest = 300;
    const shown = new Set<string>();
    (window as TextsWindow).shownTexts = shown;
    const collect = () => {
      for (const element of document.querySelectorAll('body, body *')) {
        const text = element.textContent.replaceAll(/\s+/g, ' ').trim();
        if (text.length < longest && !shown.has(text) && element.checkVisibility()) shown.add(text);
      }
    };
    new MutationObserver(collect).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

/** Expects that the open page has shown a text, given in English, in its language. */
export async function expectShown(page: Page, text: string, language: Language): Promise<void> {
  const wanted = twinsOf(text, language).map((twin) => patternOf(twin, text.match(endingOfMethod)));
  expect(wanted, `texts in ${language} of “${text}”`).not.toEqual([]);
  const shown = async () => {
    const all = await page.evaluate(() => [...((window as TextsWindow).shownTexts ?? [])]);
    return all.some((one) => wanted.some((pattern) => pattern.test(one)));
  };
  await expect.poll(shown, { message: `“${text}” is shown` }).toBe(true);
}

/** Returns a language's texts of every key whose English text, letter for letter, can read like this. */
function twinsOf(text: string, language: Language): string[] {
  const read = text.replace(endingOfMethod, '').replace(value, '1');
  const keys = [...(texts.get('en') ?? [])].filter(([, english]) => patternOf(english).test(read));
  return keys.map(([key]) => texts.get(language)?.get(key) ?? '');
}

/** Returns the pattern of a whole text with its values; what is nothing but values reads like anything. */
function patternOf(text: string, ending: unknown = null): RegExp {
  if (text.replace(value, '').trim() === '') return /^$/;
  const parts = text.split(value).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}${ending ? ' …\\d{4}' : ''}$`);
}

function flat(tree: object, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, entry]) =>
    typeof entry === 'string' ? [[path + name, entry]] : flat(entry, `${path}${name}.`),
  );
}

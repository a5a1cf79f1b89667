import { type Language, languages } from '@myaccount/contract/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fetchTexts, keepLanguage, startLanguage } from '../ui/language.ts';

const namespace = 'translations';

/** Loads the texts of a language. Returns false when they cannot be loaded. */
async function loadTexts(language: Language, early?: Promise<object | undefined>): Promise<boolean> {
  if (i18next.hasResourceBundle(language, namespace)) return true;
  const texts = await (early ?? fetchTexts(language));
  // Not copied: nobody else has them.
  if (texts) i18next.addResourceBundle(language, namespace, texts, false, true, { skipCopy: true });
  return Boolean(texts);
}

/** Switches to a language and stores the choice. Returns false and changes nothing when its texts cannot be loaded. */
export async function speakLanguage(language: Language): Promise<boolean> {
  if (!(await loadTexts(language))) return false;
  keepLanguage(language);
  await i18next.changeLanguage(language);
  return true;
}

/** Starts with the texts of the visitor's language. Returns false when they cannot be loaded. */
export async function startI18n(): Promise<boolean> {
  const language = startLanguage();
  i18next.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    supportedLngs: languages,
    fallbackLng: false,
    defaultNS: namespace,
    interpolation: { escapeValue: false },
  });
  return loadTexts(language, window.earlyTexts);
}

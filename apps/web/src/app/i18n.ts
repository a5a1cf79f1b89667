import { type Language, languages } from '@myaccount/contract/languages';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { keepLanguage, startLanguage, textsUrl } from '../ui/language.ts';

const namespace = 'translations';

const textsByFetch: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, done) => {
    fetch(textsUrl(language))
      .then((response) =>
        response.ok ? response.json() : Promise.reject(new Error(String(response.status))),
      )
      .then(
        (texts) => done(null, texts),
        (error: Error) => done(error, false),
      );
  },
};

function hasTexts(language: string): boolean {
  return i18next.hasResourceBundle(language, namespace);
}

/** Switches to a language and stores the choice. Returns false and changes nothing when its texts cannot be loaded. */
export async function speakLanguage(language: Language): Promise<boolean> {
  if (!hasTexts(language)) await i18next.reloadResources([language]);
  if (!hasTexts(language)) return false;
  keepLanguage(language);
  await i18next.changeLanguage(language);
  return true;
}

/** Loads the texts of the visitor's language, keyed by feature. Returns false when they cannot be loaded. */
export async function startI18n(): Promise<boolean> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(textsByFetch)
    .use(initReactI18next)
    .init({
      lng: startLanguage(),
      supportedLngs: languages,
      fallbackLng: false,
      ns: [namespace],
      defaultNS: namespace,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  return hasTexts(i18next.language);
}

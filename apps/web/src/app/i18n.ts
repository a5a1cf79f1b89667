import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languages, startLanguage, textsUrl } from '../ui/language.ts';

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

/** Loads the texts of the visitor's language; every text is `t('feature.name')`. */
export async function startI18n(): Promise<void> {
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
}

import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { keepLanguage, type Language, languages } from '../../ui/language.ts';
import classes from './LanguageButtons.module.css';

/** A language is named in itself. */
const names: Record<Language, string> = { en: 'English', es: 'Español' };

/** Switches the language of every text and keeps the choice; off by a flag (SHELL-11). */
export function LanguageButtons() {
  const { t, i18n } = useTranslation();
  if (!config.flags.languageDropdown) return null;

  const speak = (language: Language) => {
    keepLanguage(language);
    void i18n.changeLanguage(language);
  };

  return (
    <fieldset className={classes.languages}>
      <legend>{t('shell.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => speak(language)}
        >
          {names[language]}
        </button>
      ))}
    </fieldset>
  );
}

import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { type Language, languages } from '../../ui/language.ts';
import { showToast } from '../../ui/toasts.ts';
import { speakLanguage } from '../i18n.ts';
import classes from './LanguageButtons.module.css';

/** The name of each language in that language. */
const names: Record<Language, string> = { en: 'English', es: 'Español' };

/** Switches the language of every text and stores the choice; a flag hides it (SHELL-11). */
export function LanguageButtons() {
  const { t, i18n } = useTranslation();
  if (!config.flags.languageDropdown) return null;

  const speak = async (language: Language) => {
    if (!(await speakLanguage(language))) showToast('failure', t('problems.network'));
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
          onClick={() => void speak(language)}
        >
          {names[language]}
        </button>
      ))}
    </fieldset>
  );
}

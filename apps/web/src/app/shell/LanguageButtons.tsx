import { type Language, languageEntries, languages } from '@myaccount/contract/languages';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { announce, showToast } from '../../ui/toasts.ts';
import { speakLanguage } from '../i18n.ts';
import classes from './LanguageButtons.module.css';
import { useEarlyPress } from './useEarlyPress.ts';

/** Switches the language of every text, announces it, and stores the choice; a flag hides it (SHELL-11). */
export function LanguageButtons({ onChosen }: { onChosen?: () => void }) {
  const { t, i18n } = useTranslation();
  const group = useRef<HTMLFieldSetElement>(null);
  useEarlyPress(group);
  if (!config.flags.languageDropdown) return null;

  const speak = async (language: Language) => {
    if (await speakLanguage(language)) announce(i18n.t('shell.languageChanged'));
    else showToast('failure', t('problems.network'));
    onChosen?.();
  };

  return (
    <fieldset ref={group} className={classes.languages}>
      <legend>{t('shell.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void speak(language)}
        >
          {languageEntries[language].name}
        </button>
      ))}
    </fieldset>
  );
}

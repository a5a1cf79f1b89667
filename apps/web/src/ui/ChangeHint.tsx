import { useTranslation } from 'react-i18next';
import classes from './ChangeHint.module.css';

/** Says beside contact data and preferences that a change takes a while to show (SHELL-14), once in a card. */
export function ChangeHint() {
  const { t } = useTranslation();
  return <p className={classes.hint}>{t('ui.changeHint')}</p>;
}

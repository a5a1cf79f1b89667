import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import classes from './ChangesHint.module.css';

/** Says how long changes of contact data or preferences take to show (SHELL-14). */
export function ChangesHint() {
  const { t } = useTranslation();
  return <p className={classes.hint}>{t('ui.changesHint', { minutes: config.limits.changesMinutes })}</p>;
}

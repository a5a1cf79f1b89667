import { useTranslation } from 'react-i18next';
import layout from './layout.module.css';

/** Says beside contact data and preferences that a change takes a while to show (SHELL-14). */
export function ChangeHint() {
  const { t } = useTranslation();
  return <p className={layout.small}>{t('ui.changeHint')}</p>;
}

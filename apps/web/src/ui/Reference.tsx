import { useTranslation } from 'react-i18next';
import classes from './Reference.module.css';

/** The number of a failure, to read out on the phone. It stays on one line, so that it can be read and selected as a whole. */
export function Reference({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <p className={classes.reference}>
      {t('ui.reference')} <span>{id}</span>
    </p>
  );
}

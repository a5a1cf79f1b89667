import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './FullPageSpinner.module.css';

/** A spinner in place of the whole page. */
export function FullPageSpinner() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} role="status" aria-label={t('ui.loading')}>
      <Loader size="lg" />
    </div>
  );
}

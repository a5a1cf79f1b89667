import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ReceiptScreen.module.css';

/** A receipt’s shape while it loads. */
export function ReceiptSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('ui.loading')}>
      <Skeleton circle height="2.75rem" />
      <Skeleton height="2.25rem" width="14rem" radius="sm" />
      <Skeleton height="12rem" radius="sm" className={classes.skeletonFacts ?? ''} />
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './PaymentForm.module.css';

/** The form’s shape while it loads: two questions, the summary beside or below them, and the button. */
export function PaymentFormSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.layout} role="status" aria-label={t('ui.loading')} data-loading>
      <div className={classes.form}>
        <div className={classes.questions}>
          <Skeleton height="1.5rem" width="14rem" radius="sm" />
          <Skeleton height="2.875rem" radius="md" />
          <Skeleton height="2.875rem" radius="md" />
          <Skeleton height="8rem" radius="md" />
        </div>
        <div className={classes.summary}>
          <Skeleton height="17rem" radius="lg" />
        </div>
      </div>
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './InvoiceBill.module.css';

const facts = ['number', 'account', 'period', 'issued', 'due', 'paid', 'amount', 'toPay'];

/** A bill’s shape while it loads: brand, where it stands, its facts, and the summary beside the lines. */
export function InvoiceSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.bill} role="status" aria-label={t('ui.loading')}>
      <Skeleton height="1.5rem" width="7rem" radius="sm" />
      <Skeleton height="12rem" radius="lg" />
      <div className={classes.facts}>
        {facts.map((fact) => (
          <Skeleton key={fact} height="2.75rem" width="8rem" maw="100%" radius="sm" />
        ))}
      </div>
      <div className={classes.columns}>
        <Skeleton height="16rem" radius="sm" />
        <Skeleton height="16rem" radius="sm" />
      </div>
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { charts } from './charts.ts';
import { figures } from './figures.ts';
import classes from './Metrics.module.css';

/** The page’s shape while it loads: the time of the reading, its figures, and its charts. */
export function MetricsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.board} role="status" aria-label={t('ui.loading')}>
      <Skeleton height="1.5rem" width="22rem" maw="100%" radius="sm" />
      <div className={classes.figures}>
        {figures.map(({ name }) => (
          <Skeleton key={name} height="8.5rem" radius="lg" />
        ))}
      </div>
      <div className={classes.charts}>
        {charts.map(({ name }) => (
          <Skeleton key={name} height="23rem" radius="lg" />
        ))}
      </div>
    </div>
  );
}

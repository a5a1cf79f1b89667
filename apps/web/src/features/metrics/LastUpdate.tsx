import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { formatDuration } from '../../ui/duration.ts';
import classes from './Metrics.module.css';
import { formatReading } from './moments.ts';

interface LastUpdateProps {
  /** When the figures were read. */
  readonly at: Date;
  /** True if reading them again failed: they are older than they should be. */
  readonly hasFailed: boolean;
}

/** Says how old the figures are. Only a failure is announced, not every reading. */
export function LastUpdate({ at, hasFailed }: LastUpdateProps) {
  const { t, i18n } = useTranslation();
  const values = {
    time: formatReading(at, i18n.language),
    pause: formatDuration(config.limits.metricsSeconds, i18n.language),
  };
  return (
    <div className={classes.update}>
      {!hasFailed && <p>{t('metrics.updated', values)}</p>}
      <p role="status" data-failed={hasFailed || undefined}>
        {hasFailed && t('metrics.notUpdated', values)}
      </p>
    </div>
  );
}

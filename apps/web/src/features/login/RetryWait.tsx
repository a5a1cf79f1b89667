import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../ui/duration.ts';
import layout from '../../ui/layout.module.css';
import classes from './LoginForm.module.css';
import { formatCountdown, useCountdown } from './useCountdown.ts';

interface RetryWaitProps {
  readonly seconds: number;
  readonly onOver: () => void;
}

/** Counts down until the next try is allowed, then says so. */
export function RetryWait({ seconds, onOver }: RetryWaitProps) {
  const { t, i18n } = useTranslation();
  const left = useCountdown(seconds);
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);

  return (
    <>
      <p>
        {isOver ? (
          t('login.tryAgain.now')
        ) : (
          <>
            {t('login.tryAgain.in')}{' '}
            <span role="timer" className={layout.figures}>
              {formatCountdown(left)}
            </span>
          </>
        )}
      </p>
      <p role="status" className={classes.spoken}>
        {isOver
          ? t('login.tryAgain.now')
          : t('login.tryAgain.inSpoken', { wait: formatDuration(seconds, i18n.language) })}
      </p>
    </>
  );
}

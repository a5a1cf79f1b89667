import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { formatDuration } from '../../ui/duration.ts';
import figures from '../../ui/figures.module.css';
import classes from './LoginForm.module.css';
import { formatCountdown, minutesLeft, useCountdown } from './useCountdown.ts';

const secondsPerMinute = 60;

/** Counts down until a new code can be requested, then offers it. */
export function ResendCode({ onResend }: { onResend: () => void }) {
  const { t, i18n } = useTranslation();
  const seconds = useCountdown(config.limits.resendSeconds);
  const spoken = formatDuration(Math.max(2, minutesLeft(seconds)) * secondsPerMinute, i18n.language);

  return (
    <div className={classes.resend}>
      {seconds > 0 ? (
        <p>
          {t('login.resendIn')}{' '}
          <span role="timer" className={figures.figures}>
            {formatCountdown(seconds)}
          </span>
        </p>
      ) : (
        <Anchor
          component="button"
          type="button"
          underline="always"
          className={classes.link}
          onClick={onResend}
        >
          {t('login.resend')}
        </Anchor>
      )}
      <p role="status" className={classes.spoken}>
        {seconds > 0 ? t('login.resendInSpoken', { wait: spoken }) : t('login.resendReady')}
      </p>
    </div>
  );
}

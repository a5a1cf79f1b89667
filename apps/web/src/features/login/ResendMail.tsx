import type { LoginMethod } from '@myaccount/contract/login';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { LinkButton } from '../../ui/TextLink.tsx';
import { formatDuration } from '../../ui/time.ts';
import { Countdown, FormProblem } from './FormProblem.tsx';
import classes from './Login.module.css';
import { useMailSending } from './login.problems.ts';
import { secondsLeft, useCountdown } from './time-left.ts';

interface ResendMailProps {
  readonly method: LoginMethod;
  /** When the last mail was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  /** Offers a new mail before the countdown ends, as the form's main button or as its second one. */
  readonly button?: 'main' | 'second' | undefined;
  /** Sends a new mail to the same address. Throws ApiProblem. */
  readonly onResend: () => Promise<void>;
}

/** Screen readers hear the wait in whole minutes, so that they announce it once a minute. */
const shortestSpokenSeconds = 120;

/** Counts down until a new code or link can be requested, then offers it; at once where the old one is of no use. */
export function ResendMail({ method, sentAt, button, onResend }: ResendMailProps) {
  const { t, i18n } = useTranslation();
  const left = useCountdown(secondsLeft(config.limits.resendSeconds, sentAt));
  const { problem, isWaiting, endWait, isSending, send } = useMailSending(onResend);
  const seconds = button ? 0 : left;
  const wait = formatDuration(Math.max(shortestSpokenSeconds, seconds), i18n.language);
  const action = t(`login.resend.${method}.action`);

  return (
    <>
      <div className={layout.target}>
        {seconds > 0 ? (
          <Countdown text={t(`login.resend.${method}.in`)} seconds={seconds} />
        ) : button ? (
          <Button
            size="md"
            isWide
            variant={button === 'main' ? 'filled' : 'default'}
            isBusy={isSending}
            disabled={isWaiting}
            onClick={() => void send()}
          >
            {action}
          </Button>
        ) : (
          <LinkButton
            className={classes.link}
            aria-disabled={isSending || isWaiting || undefined}
            onClick={() => void send()}
          >
            {action}
          </LinkButton>
        )}
        <p role="status" className={layout.hidden}>
          {seconds > 0 ? t(`login.resend.${method}.inSpoken`, { wait }) : t(`login.resend.${method}.ready`)}
        </p>
      </div>
      <FormProblem problem={problem && { ...problem, place: 'form' }} onWaitOver={endWait} />
    </>
  );
}

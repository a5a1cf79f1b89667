import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { currentSession, UnreadableIdToken } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { LinkButton } from '../../ui/TextLink.tsx';
import { CodeInput, useCodeCheck } from './CodeInput.tsx';
import classes from './Login.module.css';
import { LoginHeading } from './LoginHeading.tsx';
import { expiredCode } from './login.problems.ts';
import { ResendMail } from './ResendMail.tsx';
import { onLinkUsed, type SentMail } from './sent-mail.ts';
import { signInWithCode } from './sign-in.ts';
import { secondsLeft, useCountdown, useTimeUntil } from './time-left.ts';

/** A mail that has not come by then may need help. */
const lateAfterSeconds = 30;

interface LinkStepProps {
  readonly mail: SentMail;
  readonly onBack: () => void;
  readonly onResend: () => Promise<void>;
}

interface CodeStepProps extends LinkStepProps {
  readonly onSignedIn: () => void;
  /** Called when the token does not name the user (LOGIN-6). */
  readonly onUnknownUser: () => void;
}

/** Step 2: the code from the mail. */
export function CodeStep({ mail, onBack, onResend, onSignedIn, onUnknownUser }: CodeStepProps) {
  const { t } = useTranslation();
  const check = useCodeCheck(async (otp) => {
    try {
      await signInWithCode(mail, otp);
    } catch (error) {
      if (error instanceof UnreadableIdToken) return onUnknownUser();
      throw error;
    }
    onSignedIn();
  });
  const { isChecking, isRepeatedlyWrong, isWaiting, submit } = check;

  // The browser warns before it leaves the page (LOGIN-5).
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!currentSession()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const isOver = useCountdown(secondsLeft(config.limits.codeSeconds, mail.sentAt)) === 0;
  const until = useTimeUntil(mail.expiresAt);
  const isOutOfTime = isOver && !isChecking && check.problem?.place !== 'form';
  const problem = isOutOfTime ? expiredCode(t) : check.problem;
  const isExpired = problem?.isExpired ?? false;

  return (
    <>
      <LoginHeading step="code" hasProblem={problem !== undefined} />
      <form onSubmit={submit} noValidate className={layout.stack}>
        <CodeInput check={{ ...check, problem }}>
          <p>{t('login.sentTo', { email: mail.email })}</p>
          {!isExpired && <p className={layout.small}>{t('login.validUntil', until)}</p>}
        </CodeInput>
        {!isExpired && (
          <Button type="submit" size="md" isWide isBusy={isChecking} disabled={isWaiting}>
            {t('login.login')}
          </Button>
        )}
        <ResendMail
          method="code"
          sentAt={mail.sentAt}
          button={isExpired ? 'main' : isRepeatedlyWrong ? 'second' : undefined}
          onResend={onResend}
        />
        <MailHelp mail={mail} onBack={onBack} />
      </form>
    </>
  );
}

/** Step 2 where the mail contains a link: the visitor goes on in the tab that the link opens (SIGNIN-3). */
export function LinkStep({ mail, onBack, onResend }: LinkStepProps) {
  const { t } = useTranslation();
  const [isUsed, setIsUsed] = useState(false);
  const until = useTimeUntil(mail.expiresAt);

  useEffect(() => onLinkUsed(() => setIsUsed(true)), []);

  return (
    <>
      <LoginHeading step="link" />
      {isUsed ? (
        <Notice tone="good" title={t('login.link.openedTitle')} isFocused>
          <p>{t('login.link.opened')}</p>
        </Notice>
      ) : (
        <div className={layout.stack}>
          <Notice tone="quiet" title={t('login.link.title')} isFocused>
            <p>{t('login.link.sentTo', { email: mail.email })}</p>
            <p>{t('login.link.use', until)}</p>
            <p>{t('login.link.why')}</p>
          </Notice>
          <ResendMail method="link" sentAt={mail.sentAt} onResend={onResend} />
          <MailHelp mail={mail} onBack={onBack} />
        </div>
      )}
    </>
  );
}

/** The way to another address and, once the mail is late, where it may be: read out when it appears, below all else. */
function MailHelp({ mail, onBack }: Omit<LinkStepProps, 'onResend'>) {
  const { t } = useTranslation();
  const isLate = useCountdown(secondsLeft(lateAfterSeconds, mail.sentAt)) === 0;
  return (
    <>
      <LinkButton className={classes.link} onClick={onBack}>
        {t('login.anotherEmail')}
      </LinkButton>
      <div role="status">
        {isLate && (
          <div className={classes.help}>
            <p>{t('login.late.title')}</p>
            <ul>
              <li>{t('login.late.spam')}</li>
              <li>{t('login.late.spelling', { email: mail.email })}</li>
            </ul>
          </div>
        )}
      </div>
    </>
  );
}

import { type FormEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/TextLink.tsx';
import { CodeInput } from './CodeInput.tsx';
import { FieldProblem } from './FieldProblem.tsx';
import { FormProblem } from './FormProblem.tsx';
import classes from './LoginForm.module.css';
import { LoginHeading } from './LoginHeading.tsx';
import { expiredCode } from './login.problems.ts';
import { ResendMail } from './ResendMail.tsx';
import type { SentMail } from './sent-code.ts';
import { useCodeCheck } from './useCodeCheck.ts';
import { secondsLeft, useCountdown } from './useCountdown.ts';
import { useTimeUntil } from './useTimeUntil.ts';

interface CodeStepProps {
  readonly mail: SentMail;
  /** Back to the email step. */
  readonly onBack: () => void;
  readonly onResend: () => Promise<void>;
  readonly onSignedIn: () => void;
  /** Called when the token does not name the user (LOGIN-6). */
  readonly onUnknownUser: () => void;
}

/** Step 2: the code from the mail. */
export function CodeStep({ mail, onBack, onResend, onSignedIn, onUnknownUser }: CodeStepProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const check = useCodeCheck({ mail, input, onSignedIn, onUnknownUser });
  const { code, typeCode, checkCode, isChecking, isRepeatedlyWrong, isWaiting } = check;
  const isOver = useCountdown(secondsLeft(config.limits.codeSeconds, mail.sentAt)) === 0;
  const until = useTimeUntil(mail.expiresAt);
  const id = useId();

  const isOutOfTime = isOver && !isChecking && check.problem?.place !== 'form';
  const problem = isOutOfTime ? expiredCode(t) : check.problem;
  const isExpired = problem?.isExpired ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void checkCode(code);
  };

  return (
    <>
      <LoginHeading step="code" hasProblem={problem !== undefined} />
      <form onSubmit={submit} noValidate className={classes.form}>
        <div id={`${id}-sent`} className={classes.lead}>
          <p>{t('login.sentTo', { email: mail.email })}</p>
          {!isExpired && <p className={classes.small}>{t('login.validUntil', until)}</p>}
        </div>
        <FormProblem problem={problem} onWaitOver={check.endWait} />
        <div className={classes.field}>
          <CodeInput
            id={id}
            value={code}
            onChange={typeCode}
            isInvalid={problem?.place === 'field'}
            isReadOnly={isChecking}
            describedBy={`${id}-sent ${id}-problem`}
            inputRef={input}
          />
          <FieldProblem id={`${id}-problem`} problem={problem} count={check.problemCount} />
        </div>
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
        <p className={classes.small}>{t('login.spamHint')}</p>
        <LinkButton className={classes.link} onClick={onBack}>
          {t('login.anotherEmail')}
        </LinkButton>
      </form>
    </>
  );
}

import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { UnreadableIdToken } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { LinkButton } from '../../ui/TextLink.tsx';
import { CodeInput, isWholeCode } from './CodeInput.tsx';
import { FormProblem } from './FormProblem.tsx';
import classes from './Login.module.css';
import { LoginHeading } from './LoginHeading.tsx';
import {
  expiredCode,
  invalidCode,
  type LoginProblem,
  loginProblem,
  useLoginProblem,
} from './login.problems.ts';
import { ResendMail } from './ResendMail.tsx';
import type { SentMail } from './sent-mail.ts';
import { signInWithCode } from './sign-in.ts';
import { secondsLeft, useCountdown, useTimeUntil } from './time-left.ts';

interface CodeStepProps {
  readonly mail: SentMail;
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
      <form onSubmit={submit} noValidate className={layout.stack}>
        <div id={`${id}-sent`} className={classes.lead}>
          <p>{t('login.sentTo', { email: mail.email })}</p>
          {!isExpired && <p className={layout.small}>{t('login.validUntil', until)}</p>}
        </div>
        <FormProblem problem={problem} onWaitOver={check.endWait} />
        <CodeInput
          id={id}
          value={code}
          onChange={typeCode}
          problem={problem}
          problemCount={check.problemCount}
          isReadOnly={isChecking}
          inputRef={input}
        />
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
        <p className={layout.small}>{t('login.spamHint')}</p>
        <LinkButton className={classes.link} onClick={onBack}>
          {t('login.anotherEmail')}
        </LinkButton>
      </form>
    </>
  );
}

/** After so many wrong codes, a new one may help more than another try. */
const repeatedWrongCodes = 3;

interface CodeCheckOptions extends Pick<CodeStepProps, 'mail' | 'onSignedIn' | 'onUnknownUser'> {
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The typed code and its check: by itself, once, when the last digit is there; or when the visitor asks for it. */
function useCodeCheck({ mail, input, onSignedIn, onUnknownUser }: CodeCheckOptions) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [wrongCodes, setWrongCodes] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const lastWholeCode = useRef('');
  const shown = useLoginProblem();
  const { showProblem, isWaiting } = shown;

  const refuse = (refused: LoginProblem) => {
    showProblem(refused);
    // A code that was not checked may still be right.
    if (refused.place === 'field') {
      setCode('');
      setWrongCodes(wrongCodes + 1);
    }
    input.current?.focus();
  };

  const checkCode = async (typed: string) => {
    if (isChecking || isWaiting) return;
    const invalid = invalidCode(t, wrongCodes + 1 >= repeatedWrongCodes);
    if (typed === '') return refuse(invalidCode(t));
    setIsChecking(true);
    showProblem(undefined);
    try {
      await signInWithCode(mail, typed);
      onSignedIn();
    } catch (error) {
      setIsChecking(false);
      if (error instanceof UnreadableIdToken) return onUnknownUser();
      refuse(loginProblem(error, invalid, t));
    }
  };

  const typeCode = (typed: string) => {
    setCode(typed);
    if (isWaiting) return;
    showProblem(undefined);
    if (!isWholeCode(typed) || typed === lastWholeCode.current) return;
    lastWholeCode.current = typed;
    void checkCode(typed);
  };

  return {
    ...shown,
    code,
    typeCode,
    checkCode,
    isChecking,
    isRepeatedlyWrong: wrongCodes >= repeatedWrongCodes,
  };
}

import { Anchor, Button } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnreadableIdToken } from '../../api/session.ts';
import { formatTime } from '../../ui/day.ts';
import { CodeInput } from './CodeInput.tsx';
import { FormProblem } from './FormProblem.tsx';
import classes from './LoginForm.module.css';
import { invalidCode, type LoginProblem, loginProblem } from './login.problems.ts';
import { maskedEmail } from './masked-email.ts';
import { ResendMail } from './ResendMail.tsx';
import { type SentMail, signInWithCode } from './sign-in.ts';
import { useLoginProblem } from './useLoginProblem.ts';

interface CodeStepProps {
  readonly mail: SentMail;
  /** Back to the e-mail step. */
  readonly onBack: () => void;
  readonly onResend: () => Promise<void>;
  readonly onSignedIn: () => void;
  /** Called when the token does not name the user (LOGIN-6). */
  readonly onUnknownUser: () => void;
}

/** Step 2: the code from the mail. */
export function CodeStep({ mail, onBack, onResend, onSignedIn, onUnknownUser }: CodeStepProps) {
  const { t, i18n } = useTranslation();
  const [code, setCode] = useState('');
  const { problem, showProblem, isWaiting, endWait } = useLoginProblem();
  const [isChecking, setIsChecking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const leadId = useId();

  useEffect(() => input.current?.focus(), []);

  const refuse = (refused: LoginProblem) => {
    showProblem(refused);
    // A code that was not checked may still be right.
    if (refused.place === 'field') setCode('');
    input.current?.focus();
  };

  const checkCode = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking || isWaiting) return;
    if (code === '') return refuse(invalidCode(t));
    setIsChecking(true);
    showProblem(undefined);
    try {
      await signInWithCode(mail, code);
      onSignedIn();
    } catch (error) {
      setIsChecking(false);
      if (error instanceof UnreadableIdToken) return onUnknownUser();
      refuse(loginProblem(error, invalidCode(t), t));
    }
  };

  const typeCode = (typed: string) => {
    setCode(typed);
    if (!isWaiting) showProblem(undefined);
  };

  return (
    <form onSubmit={checkCode} noValidate className={classes.form}>
      <p id={leadId} className={classes.lead}>
        {t('login.sentTo', {
          email: maskedEmail(mail.email),
          time: formatTime(mail.sentAt, i18n.language),
        })}
      </p>
      <FormProblem problem={problem} onWaitOver={endWait} />
      <CodeInput
        value={code}
        onChange={typeCode}
        error={problem?.place === 'field' ? problem.text : undefined}
        descriptionId={leadId}
        inputRef={input}
      />
      <Button type="submit" size="md" fullWidth loading={isChecking} disabled={isWaiting}>
        {t('login.login')}
      </Button>
      <ResendMail method="code" isDue={problem?.isExpired} onResend={onResend} />
      <Anchor component="button" type="button" underline="always" className={classes.link} onClick={onBack}>
        {t('login.anotherEmail')}
      </Anchor>
    </form>
  );
}

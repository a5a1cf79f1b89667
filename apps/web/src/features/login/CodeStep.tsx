import { Anchor, Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnreadableIdToken } from '../../api/session.ts';
import { formatTime } from '../../ui/day.ts';
import { CodeInput } from './CodeInput.tsx';
import { FormProblem } from './FormProblem.tsx';
import classes from './LoginForm.module.css';
import { invalidCode, type LoginProblem, loginProblem } from './login.problems.ts';
import { maskedEmail } from './masked-email.ts';
import { ResendCode } from './ResendCode.tsx';
import { signIn } from './sign-in.ts';

interface CodeStepProps {
  readonly email: string;
  /** Back to the e-mail step. */
  readonly onBack: () => void;
  readonly onSignedIn: () => void;
  /** Called when the token does not name the user (LOGIN-6). */
  readonly onUnknownUser: () => void;
}

/** Step 2: the code from the mail. */
export function CodeStep({ email, onBack, onSignedIn, onUnknownUser }: CodeStepProps) {
  const { t, i18n } = useTranslation();
  const [sentAt] = useState(() => new Date());
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<LoginProblem>();
  const [isChecking, setIsChecking] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const refuse = (refused: LoginProblem) => {
    setProblem(refused);
    setCode('');
    input.current?.focus();
  };

  const checkCode = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    if (code === '') return refuse(invalidCode(t));
    setIsChecking(true);
    setProblem(undefined);
    try {
      await signIn(email, code);
      onSignedIn();
    } catch (error) {
      setIsChecking(false);
      if (error instanceof UnreadableIdToken) return onUnknownUser();
      refuse(loginProblem(error, invalidCode(t), t));
    }
  };

  const typeCode = (typed: string) => {
    setCode(typed);
    setProblem(undefined);
  };

  return (
    <form onSubmit={checkCode} noValidate className={classes.form}>
      <p className={classes.lead}>
        {t('login.sentTo', { email: maskedEmail(email), time: formatTime(sentAt, i18n.language) })}
      </p>
      <FormProblem problem={problem} />
      <CodeInput
        value={code}
        onChange={typeCode}
        error={problem?.place === 'field' ? problem.text : undefined}
        inputRef={input}
      />
      <Button type="submit" size="md" fullWidth loading={isChecking}>
        {t('login.login')}
      </Button>
      <ResendCode onResend={onBack} />
      <Anchor component="button" type="button" underline="always" className={classes.link} onClick={onBack}>
        {t('login.anotherEmail')}
      </Anchor>
    </form>
  );
}

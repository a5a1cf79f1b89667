import { Anchor, Button, TextInput } from '@mantine/core';
import { isEmailAddress } from '@myaccount/contract/login';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { FormProblem } from './FormProblem.tsx';
import classes from './LoginForm.module.css';
import { type LoginProblem, loginProblem, unknownEmail } from './login.problems.ts';
import { useLoginProblem } from './useLoginProblem.ts';

interface EmailStepProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Sends the mail. Throws ApiProblem. */
  readonly onSend: () => Promise<void>;
}

/** Step 1: the address that receives the code. */
export function EmailStep({ email, onEmail, onSend }: EmailStepProps) {
  const { t } = useTranslation();
  const { problem, showProblem, isWaiting, endWait } = useLoginProblem();
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const refuse = (refused: LoginProblem) => {
    showProblem(refused);
    input.current?.focus();
  };

  const sendCode = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isWaiting) return;
    if (!isEmailAddress(email.trim())) return refuse(unknownEmail(t));
    setIsSending(true);
    showProblem(undefined);
    try {
      await onSend();
    } catch (error) {
      setIsSending(false);
      refuse(loginProblem(error, unknownEmail(t), t));
    }
  };

  const typeEmail = (typed: string) => {
    onEmail(typed);
    // Another address may not have to wait.
    if (isWaiting) showProblem(undefined);
  };

  return (
    <form onSubmit={sendCode} noValidate className={classes.form}>
      <FormProblem problem={problem} onWaitOver={endWait} />
      <TextInput
        ref={input}
        label={t('login.email')}
        description={t('login.emailHint')}
        type="email"
        name="email"
        autoComplete="email"
        size="md"
        value={email}
        onChange={(event) => typeEmail(event.currentTarget.value)}
        error={problem?.place === 'field' ? <span role="alert">{problem.text}</span> : undefined}
      />
      <Button type="submit" size="md" fullWidth loading={isSending} disabled={isWaiting}>
        {t('login.sendCode')}
      </Button>
      <p className={classes.small}>
        {t('login.termsLead')}{' '}
        <Anchor href={config.brand.termsUrl} underline="always" inherit>
          {t('login.terms')}
        </Anchor>{' '}
        {t('login.termsAnd')}{' '}
        <Anchor href={config.brand.privacyUrl} underline="always" inherit>
          {t('login.privacy')}
        </Anchor>
        .
      </p>
    </form>
  );
}

import { isEmailAddress } from '@myaccount/contract/email-address';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { FieldProblem } from './FieldProblem.tsx';
import { FormProblem } from './FormProblem.tsx';
import classes from './LoginForm.module.css';
import { LoginHeading } from './LoginHeading.tsx';
import { type LoginProblem, loginProblem, unknownEmail } from './login.problems.ts';
import { useEarlyInput } from './useEarlyInput.ts';
import { useKeepTrying } from './useKeepTrying.ts';
import { useLoginProblem } from './useLoginProblem.ts';

interface EmailStepProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Sends the mail. Throws ApiProblem. */
  readonly onSend: () => Promise<void>;
  /** Shown below the heading. */
  readonly notice: ReactNode;
}

const id = 'login-email';

/** Step 1: the address that receives the code. */
export function EmailStep({ email, onEmail, onSend, notice }: EmailStepProps) {
  const { t } = useTranslation();
  const { problem, problemCount, showProblem, isWaiting, endWait } = useLoginProblem();
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEarlyInput(input, onEmail);
  useKeepTrying(problem, onSend, (error) => showProblem(loginProblem(error, unknownEmail(t), t)));

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
    // Another address may not have to wait, and half of one is not sent.
    if (isWaiting || problem?.retrySeconds) showProblem(undefined);
  };

  return (
    <>
      <LoginHeading step="email" hasProblem={problem !== undefined}>
        {notice}
      </LoginHeading>
      {/* As a dialog's form, the browser itself sends it nowhere: no address gets into a URL before the scripts are here. */}
      <form method="dialog" onSubmit={sendCode} noValidate className={classes.form}>
        <FormProblem problem={problem} onWaitOver={endWait} />
        <div className={classes.field}>
          <label htmlFor={id}>{t('login.email')}</label>
          <p id={`${id}-hint`} className={classes.hint}>
            {t('login.emailHint')}
          </p>
          <input
            ref={input}
            id={id}
            className={classes.input}
            type="email"
            name="email"
            autoComplete="email"
            // biome-ignore lint/a11y/noAutofocus: the page has no other purpose, and its heading stands right above
            autoFocus
            value={email}
            onChange={(event) => typeEmail(event.currentTarget.value)}
            aria-invalid={problem?.place === 'field' || undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
          />
          <FieldProblem id={`${id}-problem`} problem={problem} count={problemCount} />
        </div>
        <Button type="submit" size="md" isWide isBusy={isSending} disabled={isWaiting}>
          {t('login.sendCode')}
        </Button>
        <Terms />
      </form>
    </>
  );
}

function Terms() {
  const { t } = useTranslation();
  return (
    <p className={classes.small}>
      {t('login.termsLead')} <TextLink href={config.brand.termsUrl}>{t('login.terms')}</TextLink>{' '}
      {t('login.termsAnd')} <TextLink href={config.brand.privacyUrl}>{t('login.privacy')}</TextLink>.
    </p>
  );
}

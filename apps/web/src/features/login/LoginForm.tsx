import { isEmailAddress, typedEmail } from '@myaccount/contract/email-address';
import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { latestEmail } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import textField from '../../ui/TextField.module.css';
import { TextLink } from '../../ui/TextLink.tsx';
import { FieldProblem, FormProblem } from './FormProblem.tsx';
import classes from './Login.module.css';
import { LoginHeading } from './LoginHeading.tsx';
import { unknownEmail, useMailSending } from './login.problems.ts';
import { CodeStep, LinkStep } from './MailSteps.tsx';
import { findSentCode, forgetSentCode, keepSentCode, keepSentLink } from './sent-mail.ts';
import { requestMail } from './sign-in.ts';
import { UnknownUser } from './UnknownUser.tsx';

interface LoginFormProps {
  /** The page that the visitor wanted. */
  readonly returnTo: string | undefined;
  /** True when the server ended the session during use. */
  readonly hasEnded?: boolean;
  /** Rendered while a code is pending: where the page has a router, it warns before another page (LOGIN-5). */
  readonly leaveWarning?: ReactNode;
  readonly onMailSent?: () => void;
  readonly onSignedIn: () => void;
}

/** Sign-in: an address, then the code or link mailed to it. It knows nothing of the router, so that it can start without. */
export function LoginForm(props: LoginFormProps) {
  const { returnTo, hasEnded = false, leaveWarning, onMailSent, onSignedIn } = props;
  const [mail, setMail] = useState(findSentCode);
  const [email, setEmail] = useState(mail?.email ?? latestEmail());
  const [isUserUnknown, setIsUserUnknown] = useState(false);
  const [isMailSent, setIsMailSent] = useState(mail !== undefined);

  const send = async () => {
    const address = typedEmail(email);
    const sent = await requestMail(address, address === mail?.email ? mail.challenge : undefined);
    const { challenge, expiresAt } = sent;
    if (sent.method === 'code') keepSentCode(sent);
    else {
      forgetSentCode();
      if (challenge) keepSentLink({ challenge, expiresAt, returnTo });
    }
    setMail(sent);
    setIsMailSent(true);
    onMailSent?.();
  };

  const back = () => {
    forgetSentCode();
    setIsMailSent(false);
  };

  if (isUserUnknown) return <UnknownUser onRetry={() => location.reload()} />;
  if (!mail || !isMailSent)
    return <EmailStep email={email} onEmail={setEmail} onSend={send} hasEnded={hasEnded} />;
  // A new mail starts its step over: empty boxes, a new countdown.
  const key = mail.sentAt;
  const step = { mail, onBack: back, onResend: send };
  if (mail.method === 'link') return <LinkStep key={key} {...step} />;
  return (
    <>
      <CodeStep key={key} {...step} onSignedIn={onSignedIn} onUnknownUser={() => setIsUserUnknown(true)} />
      {leaveWarning}
    </>
  );
}

interface EmailStepProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Sends the mail. Throws ApiProblem. */
  readonly onSend: () => Promise<void>;
  /** True when the server ended the session during use. */
  readonly hasEnded: boolean;
}

const id = 'login-email';

/** Step 1: the address that receives the code. */
function EmailStep({ email, onEmail, onSend, hasEnded }: EmailStepProps) {
  const { t } = useTranslation();
  const { problem, problemCount, showProblem, isWaiting, endWait, isSending, send } = useMailSending(onSend);
  const input = useRef<HTMLInputElement>(null);
  useEarlyInput(input, onEmail);

  const sendCode = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmailAddress(typedEmail(email))) await send();
    else showProblem(unknownEmail(t));
    // Gone once the mail is sent.
    input.current?.focus();
  };

  const typeEmail = (typed: string) => {
    onEmail(typed);
    // Another address may not have to wait, and half of one is not sent.
    if (isWaiting || problem?.retrySeconds) showProblem(undefined);
  };

  return (
    <>
      <LoginHeading step="email" hasProblem={problem !== undefined} hasEnded={hasEnded} />
      {/* As a dialog's form, the browser itself sends it nowhere: no address gets into a URL before the scripts are here. */}
      <form method="dialog" onSubmit={sendCode} noValidate className={layout.stack}>
        <FormProblem problem={problem} onWaitOver={endWait} />
        <div className={classes.field}>
          <label htmlFor={id} className={textField.label}>
            {t('login.email')}
          </label>
          <p id={`${id}-hint`} className={layout.small}>
            {t('login.emailHint')}
          </p>
          <input
            ref={input}
            id={id}
            className={classes.input}
            // Not of type email: as such Chrome hands an internationalized domain over in its ASCII form, which nobody reads.
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            name="email"
            autoComplete="email"
            // biome-ignore lint/a11y/noAutofocus: the page has no other purpose, and its heading is right above
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
        <p className={layout.small}>
          <span>{t('login.termsLead')}</span>{' '}
          <TextLink href={config.brand.termsUrl}>{t('login.terms')}</TextLink>{' '}
          <span>{t('login.termsAnd')}</span>{' '}
          <TextLink href={config.brand.privacyUrl}>{t('login.privacy')}</TextLink>
          <span>.</span>
        </p>
      </form>
    </>
  );
}

/** Takes over what was typed before the scripts arrived, and sends the form if that was tried (`app/early.ts`). */
function useEarlyInput(input: RefObject<HTMLInputElement | null>, onValue: (value: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first render from state replaces the value
  useLayoutEffect(() => {
    const field = input.current;
    if (!field?.value) return;
    onValue(field.value);
    const { form } = field;
    if (form?.dataset.submitted === undefined) return;
    setTimeout(() => form.requestSubmit());
  }, []);
}

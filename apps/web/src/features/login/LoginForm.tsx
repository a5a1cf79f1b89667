import { type ReactNode, useState } from 'react';
import { EmailStep } from './EmailStep.tsx';
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
  const [email, setEmail] = useState(mail?.email ?? '');
  const [isUserUnknown, setIsUserUnknown] = useState(false);
  const [isMailSent, setIsMailSent] = useState(mail !== undefined);

  const send = async () => {
    const address = email.trim();
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

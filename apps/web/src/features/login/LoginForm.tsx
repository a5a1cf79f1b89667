import { type ReactNode, useState } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { EmailStep } from './EmailStep.tsx';
import { LinkStep } from './LinkStep.tsx';
import { findSentCode, forgetSentCode, keepSentCode } from './sent-code.ts';
import { keepSentLink } from './sent-link.ts';
import { requestMail } from './sign-in.ts';

interface LoginFormProps {
  /** The page that the visitor wanted. */
  readonly returnTo: string | undefined;
  /** Shown below the heading of the first step. */
  readonly notice: ReactNode;
  /** Rendered while a code is pending; warns before leaving (LOGIN-5). */
  readonly leaveWarning: ReactNode;
  readonly onMailSent?: () => void;
  readonly onSignedIn: () => void;
  readonly onUnknownUser: () => void;
}

/** The sign-in form: an address, then the code or link mailed to it. */
export function LoginForm(props: LoginFormProps) {
  const { returnTo, notice, leaveWarning, onMailSent, onSignedIn, onUnknownUser } = props;
  const [mail, setMail] = useState(findSentCode);
  const [email, setEmail] = useState(mail?.email ?? '');
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

  if (!mail || !isMailSent)
    return <EmailStep email={email} onEmail={setEmail} onSend={send} notice={notice} />;
  // A new mail starts its step over: empty boxes, a new countdown.
  const key = mail.sentAt;
  const step = { mail, onBack: back, onResend: send };
  if (mail.method === 'link') return <LinkStep key={key} {...step} />;
  return (
    <>
      <CodeStep key={key} {...step} onSignedIn={onSignedIn} onUnknownUser={onUnknownUser} />
      {leaveWarning}
    </>
  );
}

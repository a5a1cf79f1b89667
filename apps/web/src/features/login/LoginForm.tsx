import { useState } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { EmailStep } from './EmailStep.tsx';
import { LeaveCodeStep } from './LeaveCodeStep.tsx';
import { LinkStep } from './LinkStep.tsx';
import { LoginSteps } from './LoginSteps.tsx';
import { keepSentLink } from './sent-link.ts';
import { requestMail, type SentMail } from './sign-in.ts';

interface LoginFormProps {
  /** The page that the visitor wanted. */
  readonly returnTo: string | undefined;
  readonly onSignedIn: () => void;
  readonly onUnknownUser: () => void;
}

/** The sign-in form: an address, then the code or link mailed to it. */
export function LoginForm({ returnTo, onSignedIn, onUnknownUser }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [mail, setMail] = useState<SentMail>();
  const [isMailSent, setIsMailSent] = useState(false);

  const send = async () => {
    const address = email.trim();
    const sent = await requestMail(address, address === mail?.email ? mail.challenge : undefined);
    if (sent.method === 'link') {
      const { challenge, expiresAt } = sent;
      keepSentLink({ challenge, expiresAt, returnTo });
    }
    setMail(sent);
    setIsMailSent(true);
  };

  if (!mail || !isMailSent) {
    return (
      <>
        <LoginSteps step="email" />
        <EmailStep email={email} onEmail={setEmail} onSend={send} />
      </>
    );
  }
  // A new mail starts its step over: empty boxes, a new countdown.
  const key = mail.sentAt.getTime();
  const step = { mail, onBack: () => setIsMailSent(false), onResend: send };
  return (
    <>
      <LoginSteps step={mail.method} />
      {mail.method === 'link' ? (
        <LinkStep key={key} {...step} />
      ) : (
        <>
          <CodeStep key={key} {...step} onSignedIn={onSignedIn} onUnknownUser={onUnknownUser} />
          <LeaveCodeStep />
        </>
      )}
    </>
  );
}

import { useState } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { EmailStep } from './EmailStep.tsx';
import { LeaveCodeStep } from './LeaveCodeStep.tsx';
import { LoginSteps } from './LoginSteps.tsx';

interface LoginFormProps {
  readonly onSignedIn: () => void;
  readonly onUnknownUser: () => void;
}

/** The sign-in form: an address, then the code mailed to it. */
export function LoginForm({ onSignedIn, onUnknownUser }: LoginFormProps) {
  const [step, setStep] = useState<'email' | 'code'>('email');
  const [email, setEmail] = useState('');

  return (
    <>
      <LoginSteps step={step} />
      {step === 'email' ? (
        <EmailStep email={email} onEmail={setEmail} onSent={() => setStep('code')} />
      ) : (
        <>
          <CodeStep
            email={email.trim()}
            onBack={() => setStep('email')}
            onSignedIn={onSignedIn}
            onUnknownUser={onUnknownUser}
          />
          <LeaveCodeStep />
        </>
      )}
    </>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { FormProblem } from './FormProblem.tsx';
import classes from './LoginForm.module.css';
import { loginProblem, unknownEmail } from './login.problems.ts';

interface LinkFailureProps {
  readonly error: unknown;
  /** Tries the same link again: it may still work. */
  readonly onRetry: () => void;
}

/** Shown when the server did not check the link: it was out of reach, or the visitor has to wait. */
export function LinkFailure({ error, onRetry }: LinkFailureProps) {
  const { t } = useTranslation();
  const problem = loginProblem(error, unknownEmail(t), t);
  const [isWaiting, setIsWaiting] = useState(problem.waitSeconds !== undefined);
  return (
    <Message title={t('login.failed')}>
      <div className={classes.form}>
        <FormProblem problem={problem} onWaitOver={() => setIsWaiting(false)} />
        <Button size="md" disabled={isWaiting} onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    </Message>
  );
}

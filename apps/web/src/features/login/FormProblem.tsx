import { Reference } from '../../ui/Reference.tsx';
import classes from './LoginForm.module.css';
import type { LoginProblem } from './login.problems.ts';
import { RetryWait } from './RetryWait.tsx';

interface FormProblemProps {
  readonly problem: LoginProblem | undefined;
  /** Called when the next try is allowed. */
  readonly onWaitOver: () => void;
}

/** A problem of the form as a whole, with the time until the next try. */
export function FormProblem({ problem, onWaitOver }: FormProblemProps) {
  if (problem?.place !== 'form') return null;
  const { text, waitSeconds, correlationId } = problem;
  return (
    <div className={classes.problem} data-tone={waitSeconds === undefined ? 'bad' : 'wait'}>
      <p role="alert">{text}</p>
      {waitSeconds !== undefined && <RetryWait seconds={waitSeconds} onOver={onWaitOver} />}
      {correlationId && <Reference id={correlationId} />}
    </div>
  );
}

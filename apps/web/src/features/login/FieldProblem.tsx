import { Fragment } from 'react';
import { config } from '../../api/config.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import classes from './LoginForm.module.css';
import type { LoginProblem } from './login.problems.ts';

interface FieldProblemProps {
  readonly id: string;
  readonly problem: LoginProblem | undefined;
  /** Number of the problem: the same text again is a new announcement. */
  readonly count: number;
}

/** What is wrong with a field, and what to do next. Always there, so that screen readers announce what appears in it. */
export function FieldProblem({ id, problem, count }: FieldProblemProps) {
  return (
    <div id={id} aria-live="assertive" className={classes.fieldProblem}>
      {problem?.place === 'field' && (
        <Fragment key={count}>
          <p>{problem.text}</p>
          {problem.advice && (
            <p className={classes.advice}>
              {problem.advice}
              {problem.hasPhone && (
                <>
                  {' '}
                  <PhoneLink phone={config.brand.supportPhone} />.
                </>
              )}
            </p>
          )}
        </Fragment>
      )}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import classes from './LoginForm.module.css';
import type { LoginProblem } from './login.problems.ts';

/** A problem of the form as a whole. */
export function FormProblem({ problem }: { problem: LoginProblem | undefined }) {
  const { t } = useTranslation();
  if (problem?.place !== 'form') return null;
  return (
    <div role="alert" className={classes.problem}>
      <p>{problem.text}</p>
      {problem.correlationId && (
        <p className={classes.reference}>{t('ui.reference', { id: problem.correlationId })}</p>
      )}
    </div>
  );
}

import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import notice from '../../ui/Notice.module.css';
import { Reference } from '../../ui/Reference.tsx';
import { CallSupport } from '../../ui/SupportPhone.tsx';
import { formatDuration } from '../../ui/time.ts';
import classes from './Login.module.css';
import type { LoginProblem } from './login.problems.ts';
import { formatCountdown, useCountdown } from './time-left.ts';

/** A problem of the form as a whole, with the time until the next try; `onWaitOver` is called when it has come. */
export function FormProblem(props: { problem: LoginProblem | undefined; onWaitOver: () => void }) {
  const { problem, onWaitOver } = props;
  if (problem?.place !== 'form') return null;
  const { text, waitSeconds, correlationId } = problem;
  return (
    <div className={notice.notice} data-tone={waitSeconds === undefined ? 'bad' : 'wait'}>
      <p role="alert">{text}</p>
      {waitSeconds !== undefined && <RetryWait seconds={waitSeconds} onOver={onWaitOver} />}
      {correlationId && <Reference id={correlationId} />}
    </div>
  );
}

/** Counts down until the next try is allowed, then says so. */
function RetryWait({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const { t, i18n } = useTranslation();
  const left = useCountdown(seconds);
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);

  const now = t('login.tryAgain.now');
  const spoken = t('login.tryAgain.inSpoken', { wait: formatDuration(seconds, i18n.language) });
  return (
    <>
      {isOver ? <p>{now}</p> : <Countdown text={t('login.tryAgain.in')} seconds={left} />}
      <p role="status" className={layout.hidden}>
        {isOver ? now : spoken}
      </p>
    </>
  );
}

/** How long it takes until something is allowed. */
export function Countdown({ text, seconds }: { text: string; seconds: number }) {
  return (
    <p>
      <span>{text}</span>{' '}
      <span role="timer" className={layout.figures}>
        {formatCountdown(seconds)}
      </span>
    </p>
  );
}

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
            <p>{problem.hasPhone ? <CallSupport text={problem.advice} /> : problem.advice}</p>
          )}
        </Fragment>
      )}
    </div>
  );
}

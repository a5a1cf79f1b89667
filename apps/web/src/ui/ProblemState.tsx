import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { correlationIdOf } from '../api/api-problem.ts';
import { Button } from './Button.tsx';
import { useFocusKept, useFocusWhen } from './focus.ts';
import layout from './layout.module.css';
import classes from './ProblemState.module.css';
import { Reference } from './Reference.tsx';

interface ProblemStateProps {
  /** What happened. */
  readonly text: string;
  /** What it means for the customer's money or data, and what comes next. */
  readonly meaning?: ReactNode;
  /** The error, for the number to read out on the phone. */
  readonly error?: unknown;
  /** Tries again; the button says `retryLabel`, or “Try Again”. */
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  /** True when it replaces what was pressed: it takes the focus. */
  readonly isFocused?: boolean;
}

/** A failure, said calmly: what happened, what it means, what to do. */
export function ProblemState(props: ProblemStateProps) {
  const { text, meaning, error, onRetry, retryLabel, isFocused = false } = props;
  const { t } = useTranslation();
  const box = useFocusKept<HTMLDivElement>();
  useFocusWhen(isFocused, box);
  const correlationId = correlationIdOf(error);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.problem}>
      <p className={classes.text}>{text}</p>
      {meaning && <div className={layout.muted}>{meaning}</div>}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {retryLabel ?? t('ui.tryAgain')}
        </Button>
      )}
      {correlationId && <Reference id={correlationId} />}
    </div>
  );
}

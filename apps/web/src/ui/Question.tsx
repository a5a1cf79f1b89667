import { type ReactNode, useId } from 'react';
import classes from './Question.module.css';

interface QuestionProps {
  readonly legend: string;
  /** In the customer’s language; undefined when there is no error. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A question of a form with its answers, and its error beneath. */
export function Question({ legend, error, children }: QuestionProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.answers}>{children}</div>
      {error && <QuestionError id={errorId}>{error}</QuestionError>}
    </fieldset>
  );
}

/** What is wrong, below what it is about; read out when it appears. */
export function QuestionError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className={classes.error}>
      {children}
    </p>
  );
}

import { type ReactNode, useId } from 'react';
import classes from './Question.module.css';

interface QuestionProps {
  question: string;
  /** In the customer’s language; undefined where the answer is fine. */
  error?: string | undefined;
  children: ReactNode;
}

/** One question of the form with its answers; what is wrong with them stands beneath. */
export function Question({ question, error, children }: QuestionProps) {
  const errorId = useId();
  return (
    <fieldset className={classes.question} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{question}</legend>
      <div className={classes.answers}>{children}</div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

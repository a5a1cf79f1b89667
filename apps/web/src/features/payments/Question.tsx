import { type ReactNode, useId } from 'react';
import classes from './PaymentForm.module.css';

interface QuestionProps {
  readonly legend: string;
  /** In the customer’s language; undefined when there is no error. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A question of the payment form with its answers, and its error beneath. */
export function Question({ legend, error, children }: QuestionProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.answers}>{children}</div>
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

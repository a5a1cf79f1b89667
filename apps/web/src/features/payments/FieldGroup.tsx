import { type ReactNode, useId } from 'react';
import classes from './FieldGroup.module.css';

interface FieldGroupProps {
  readonly legend: string;
  /** In the customer’s language; undefined when there is no error. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A fieldset of the form with its error beneath. */
export function FieldGroup({ legend, error, children }: FieldGroupProps) {
  const errorId = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.fields}>{children}</div>
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

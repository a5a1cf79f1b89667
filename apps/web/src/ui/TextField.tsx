import { type ComponentProps, type ReactNode, useId } from 'react';
import layout from './layout.module.css';
import classes from './TextField.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix'> {
  readonly label: string;
  /** What is wrong with what was typed. */
  readonly error?: ReactNode;
  /** What belongs into the field, or what becomes of it. */
  readonly hint?: ReactNode;
  /** In front of what is typed, such as a currency. */
  readonly prefix?: string;
}

/** A field with its label above, its error and its hint beneath; a screen reader hears both. */
export function TextField({ label, error, hint, prefix, className = '', ...input }: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`${classes.field} ${className}`}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box} data-prefix={prefix}>
        <input
          type="text"
          {...input}
          id={id}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={layout.muted}>
          {hint}
        </p>
      )}
    </div>
  );
}

import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import classes from './CodeInput.module.css';
import { codeDigits } from './code-digits.ts';

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
  /** Id of the text that says where the code is. */
  readonly descriptionId: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

const boxes = Array.from({ length: config.limits.codeDigits }, (_, position) => position);

/** One input drawn as a box per digit, so that paste, autofill, and screen readers work (decision 0040). */
export function CodeInput({ value, onChange, error, descriptionId, inputRef }: CodeInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {t('login.code')}
      </label>
      <div className={classes.field} data-invalid={error ? true : undefined}>
        <input
          ref={inputRef}
          id={id}
          className={classes.input}
          value={value}
          onChange={(event) => onChange(codeDigits(event.currentTarget.value))}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${descriptionId} ${id}-error`}
          required
        />
        <div className={classes.boxes} aria-hidden="true">
          {boxes.map((position) => (
            <span
              key={position}
              className={classes.box}
              data-next={position === Math.min(value.length, boxes.length - 1) ? true : undefined}
            >
              {value[position]}
            </span>
          ))}
        </div>
      </div>
      <p id={`${id}-error`} className={classes.error} role="alert">
        {error}
      </p>
    </div>
  );
}

import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import classes from './CodeInput.module.css';
import { codeDigits } from './code-digits.ts';

interface CodeInputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly isInvalid: boolean;
  readonly isReadOnly: boolean;
  /** Ids of the texts that say where the code is and what is wrong with it. */
  readonly describedBy: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

const boxes = Array.from({ length: config.limits.codeDigits }, (_, position) => position);

/** One input drawn as a box per digit, so that paste, autofill, and screen readers work (decision 0040). */
export function CodeInput(props: CodeInputProps) {
  const { id, value, onChange, isInvalid, isReadOnly, describedBy, inputRef } = props;
  const { t } = useTranslation();
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {t('login.code')}
      </label>
      <div className={classes.field} data-invalid={isInvalid || undefined}>
        <input
          ref={inputRef}
          id={id}
          className={classes.input}
          value={value}
          onChange={(event) => onChange(codeDigits(event.currentTarget.value))}
          // biome-ignore lint/a11y/noAutofocus: the page has no other purpose, and its text describes the field
          autoFocus
          readOnly={isReadOnly}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
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
    </div>
  );
}

import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { FieldProblem } from './FormProblem.tsx';
import classes from './Login.module.css';
import type { LoginProblem } from './login.problems.ts';

/** Returns the digits of a typed or pasted text (“123 456”, “Code: 123456”), at most as many as a code has. */
export function codeDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, config.limits.codeDigits);
}

/** True when the code has all its digits. */
export function isWholeCode(code: string): boolean {
  return code.length === config.limits.codeDigits;
}

interface CodeInputProps {
  /** The text that says where the code is has the id with `-sent`. */
  readonly id: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Shown below the input if it is one of the field. */
  readonly problem: LoginProblem | undefined;
  readonly problemCount: number;
  readonly isReadOnly: boolean;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

const boxes = Array.from({ length: config.limits.codeDigits }, (_, position) => position);

/** One input drawn as a box per digit, so that paste, autofill, and screen readers work (decision 0040). */
export function CodeInput(props: CodeInputProps) {
  const { id, value, onChange, problem, problemCount, isReadOnly, inputRef } = props;
  const { t } = useTranslation();
  const isInvalid = problem?.place === 'field' || undefined;
  return (
    <div>
      <label htmlFor={id} className={classes.codeLabel}>
        {t('login.code')}
      </label>
      <div className={classes.code} data-invalid={isInvalid}>
        <input
          ref={inputRef}
          id={id}
          className={classes.codeInput}
          value={value}
          onChange={(event) => onChange(codeDigits(event.currentTarget.value))}
          // biome-ignore lint/a11y/noAutofocus: the page has no other purpose, and its text describes the field
          autoFocus
          readOnly={isReadOnly}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-sent ${id}-problem`}
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
      <FieldProblem id={`${id}-problem`} problem={problem} count={problemCount} />
    </div>
  );
}

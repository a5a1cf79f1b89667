import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import textField from '../../ui/TextField.module.css';
import { FieldProblem, FormProblem } from './FormProblem.tsx';
import classes from './Login.module.css';
import { invalidCode, type LoginProblem, loginProblem, useLoginProblem } from './login.problems.ts';

/** After this many wrong codes the page suggests a new one. */
const repeatedWrongCodes = 3;

/**
 * A typed code and its check: by itself, once, when the last digit is there; or when the form is sent. `onCheck` throws
 * ApiProblem; if it does not, the code was right.
 */
export function useCodeCheck(onCheck: (otp: string) => Promise<void>) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [wrongCodes, setWrongCodes] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const lastWholeCode = useRef('');
  const shown = useLoginProblem();
  const { showProblem, isWaiting } = shown;

  const refuse = (refused: LoginProblem) => {
    showProblem(refused);
    // A code that was not checked may still be right.
    if (refused.place === 'field') {
      setCode('');
      setWrongCodes(wrongCodes + 1);
    }
    input.current?.focus();
  };

  const check = async (typed: string) => {
    if (isChecking || isWaiting) return;
    if (typed === '') return refuse(invalidCode(t));
    setIsChecking(true);
    showProblem(undefined);
    try {
      await onCheck(typed);
    } catch (error) {
      setIsChecking(false);
      refuse(loginProblem(error, invalidCode(t, wrongCodes + 1 >= repeatedWrongCodes), t));
    }
  };

  const type = (typed: string) => {
    setCode(typed);
    if (isWaiting) return;
    showProblem(undefined);
    if (typed.length !== config.limits.codeDigits || typed === lastWholeCode.current) return;
    lastWholeCode.current = typed;
    void check(typed);
  };

  return {
    ...shown,
    input,
    code,
    type,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void check(code);
    },
    /** For a new code. */
    startOver: () => {
      showProblem(undefined);
      setCode('');
      input.current?.focus();
    },
    isChecking,
    isRepeatedlyWrong: wrongCodes >= repeatedWrongCodes,
  };
}

/** Returns the digits of a typed or pasted text (“123 456”, “Code: 123456”), at most as many as a code has. */
function codeDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, config.limits.codeDigits);
}

const boxes = Array.from({ length: config.limits.codeDigits }, (_, position) => position);

interface CodeInputProps {
  readonly check: ReturnType<typeof useCodeCheck>;
  /** Where the code was sent. */
  readonly children: ReactNode;
}

/** Where a code was sent, what is wrong with it, and its one input, drawn as a box per digit (decision 06). */
export function CodeInput({ check, children }: CodeInputProps) {
  const { input, code, type, isChecking, problem, problemCount, endWait } = check;
  const { t } = useTranslation();
  const id = useId();
  const isInvalid = problem?.place === 'field' || undefined;
  return (
    <>
      <div id={`${id}-sent`} className={classes.lead}>
        {children}
      </div>
      <FormProblem problem={problem} onWaitOver={endWait} />
      <div className={classes.field}>
        <label htmlFor={id} className={textField.label}>
          {t('login.code')}
        </label>
        <div className={classes.code} data-invalid={isInvalid}>
          <input
            ref={input}
            id={id}
            className={classes.codeInput}
            value={code}
            onChange={(event) => type(codeDigits(event.currentTarget.value))}
            // biome-ignore lint/a11y/noAutofocus: the page has no other purpose, and its text describes the field
            autoFocus
            readOnly={isChecking}
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
                data-next={position === Math.min(code.length, boxes.length - 1) || undefined}
              >
                {code[position]}
              </span>
            ))}
          </div>
        </div>
        <FieldProblem id={`${id}-problem`} problem={problem} count={problemCount} />
      </div>
    </>
  );
}

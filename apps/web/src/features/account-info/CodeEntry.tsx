import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { CodeInput, codeDigits, isWholeCode } from '../login/CodeInput.tsx';
import { FormProblem } from '../login/FormProblem.tsx';
import { invalidCode, type LoginProblem, loginProblem, useLoginProblem } from '../login/login.problems.ts';
import { ResendMail } from '../login/ResendMail.tsx';
import classes from './CodeEntry.module.css';

interface CodeEntryProps {
  /** Where the code was sent. */
  readonly children: ReactNode;
  readonly submitText: string;
  readonly cancelText: string;
  /** Checks a whole code. Throws ApiProblem. */
  readonly onCheck: (otp: string) => Promise<void>;
  /** Sends a new code. Throws ApiProblem. */
  readonly onResend: () => Promise<void>;
  readonly onCancel: () => void;
}

/** The field for a mailed code: checked by itself when the last digit is there, with a way to another code. */
export function CodeEntry(props: CodeEntryProps) {
  const { children, submitText, cancelText, onCheck, onResend, onCancel } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [code, setCode] = useState('');
  const [isChecking, setIsChecking] = useState(false);
  const [sentAt, setSentAt] = useState(Date.now);
  const { problem, problemCount, showProblem, isWaiting, endWait } = useLoginProblem();
  const isExpired = problem?.isExpired ?? false;

  const refuse = (refused: LoginProblem) => {
    showProblem(refused);
    if (refused.place === 'field') setCode('');
    input.current?.focus();
  };
  const check = async (typed: string) => {
    if (isChecking || isWaiting) return;
    if (!isWholeCode(typed)) return refuse(invalidCode(t));
    setIsChecking(true);
    showProblem(undefined);
    try {
      await onCheck(typed);
    } catch (error) {
      refuse(loginProblem(error, invalidCode(t), t));
    } finally {
      setIsChecking(false);
    }
  };
  const type = (typed: string) => {
    const digits = codeDigits(typed);
    setCode(digits);
    if (isWaiting) return;
    showProblem(undefined);
    if (isWholeCode(digits) && digits !== code) void check(digits);
  };
  const resend = async () => {
    await onResend();
    showProblem(undefined);
    setCode('');
    setSentAt(Date.now());
    input.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void check(code);
  };

  return (
    <form noValidate className={classes.entry} onSubmit={submit}>
      <div id={`${id}-sent`} className={classes.sent}>
        {children}
      </div>
      <FormProblem problem={problem} onWaitOver={endWait} />
      <div className={classes.code}>
        <CodeInput
          id={id}
          value={code}
          onChange={type}
          problem={problem}
          problemCount={problemCount}
          isReadOnly={isChecking}
          inputRef={input}
        />
      </div>
      <ResendMail
        key={sentAt}
        method="code"
        sentAt={sentAt}
        button={isExpired ? 'second' : undefined}
        onResend={resend}
      />
      <div className={classes.actions}>
        <Button type="submit" className={classes.button ?? ''} isBusy={isChecking} disabled={isWaiting}>
          {submitText}
        </Button>
        <Button variant="default" className={classes.button ?? ''} disabled={isChecking} onClick={onCancel}>
          {cancelText}
        </Button>
      </div>
    </form>
  );
}

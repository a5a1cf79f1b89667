import type { validateFreshCode } from '@myaccount/contract/fresh-code';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { CodeInput, codeDigits, isWholeCode } from '../login/CodeInput.tsx';
import { FormProblem } from '../login/FormProblem.tsx';
import { invalidCode, type LoginProblem, loginProblem, useLoginProblem } from '../login/login.problems.ts';
import { ResendMail } from '../login/ResendMail.tsx';
import classes from './AccountForm.module.css';
import { requestFreshCode } from './account-info.queries.ts';

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
    setCode(typed);
    if (isWaiting) return;
    showProblem(undefined);
    if (isWholeCode(typed) && typed !== code) void check(typed);
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
    <form noValidate className={layout.stack} onSubmit={submit}>
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
        button={problem?.isExpired ? 'second' : undefined}
        onResend={resend}
      />
      <div className={layout.buttons}>
        <Button type="submit" className={layout.button} isBusy={isChecking} disabled={isWaiting}>
          {submitText}
        </Button>
        <Button variant="default" className={layout.button} disabled={isChecking} onClick={onCancel}>
          {cancelText}
        </Button>
      </div>
    </form>
  );
}

/** What a fresh code opens: saving a change, or showing what is secret. Names its texts. */
export type FreshCodePurpose = 'save' | 'show';

interface FreshCodeDialogProps {
  /** Of the code that was mailed. */
  readonly challenge: string;
  readonly purpose: FreshCodePurpose;
  /** Called when the session counts as just signed in. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for a code sent to the sign-in address, before what needs one (SESSIONS-1, PIN-2). */
export function FreshCodeDialog({ challenge: first, purpose, onDone, onCancel }: FreshCodeDialogProps) {
  const { t } = useTranslation();
  const [challenge, setChallenge] = useState(first);
  const check = async (otp: string) => {
    await call<typeof validateFreshCode>('POST /sessions/fresh-code/validate', { body: { challenge, otp } });
    onDone();
  };
  return createPortal(
    <SidePanel isOpen isWide title={t('account-info.freshCode.title')} onClose={onCancel}>
      <CodeEntry
        submitText={t(`account-info.freshCode.${purpose}.submit`)}
        cancelText={t('account-info.cancel')}
        onCheck={check}
        onResend={async () => setChallenge(await requestFreshCode(challenge))}
        onCancel={onCancel}
      >
        <p>{t(`account-info.freshCode.${purpose}.why`)}</p>
        <p>{t('account-info.freshCode.sent')}</p>
      </CodeEntry>
    </SidePanel>,
    document.body,
  );
}

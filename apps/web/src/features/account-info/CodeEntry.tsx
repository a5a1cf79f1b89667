import type { validateFreshCode } from '@myaccount/contract/fresh-code';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { CodeInput, useCodeCheck } from '../login/CodeInput.tsx';
import { ResendMail } from '../login/ResendMail.tsx';
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
  const [sentAt, setSentAt] = useState(Date.now);
  const check = useCodeCheck(onCheck);
  const { isChecking, isWaiting, problem, startOver, submit } = check;
  const resend = async () => {
    await onResend();
    startOver();
    setSentAt(Date.now());
  };

  return (
    <form noValidate className={layout.stack} onSubmit={submit}>
      <CodeInput check={check}>{children}</CodeInput>
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
  return (
    <SidePanel isWide title={t('account-info.freshCode.title')} onClose={onCancel}>
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
    </SidePanel>
  );
}

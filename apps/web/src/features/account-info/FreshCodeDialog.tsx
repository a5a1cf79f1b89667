import type { validateFreshCode } from '@myaccount/contract/fresh-code';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { requestFreshCode, type SentFreshCode } from './account-info.queries.ts';
import { CodeEntry } from './CodeEntry.tsx';

/** What a fresh code opens: saving a change, or showing what is secret. */
export type FreshCodePurpose = 'save' | 'show';

interface FreshCodeDialogProps {
  /** The code that was mailed. */
  readonly sent: SentFreshCode;
  /** Called when the session counts as just signed in. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** What the code is for: names its texts. */
  readonly purpose: FreshCodePurpose;
}

/** Asks for a code sent to the sign-in address, before what needs one (SESSIONS-1, PIN-2). */
export function FreshCodeDialog({ sent, onDone, onCancel, purpose }: FreshCodeDialogProps) {
  const { t } = useTranslation();
  const [challenge, setChallenge] = useState(sent.challenge);

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
        onResend={async () => setChallenge((await requestFreshCode(challenge)).challenge)}
        onCancel={onCancel}
      >
        <p>{t(`account-info.freshCode.${purpose}.why`)}</p>
        <p>{t('account-info.freshCode.sent')}</p>
      </CodeEntry>
    </SidePanel>,
    document.body,
  );
}

import { onlineManager } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { correlationIdOf } from '../api/api-problem.ts';
import { connected } from '../api/connection.ts';
import { logFailure } from '../api/log-event.ts';
import { SelectedAccountContext } from '../features/accounts/accounts.queries.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** Replaces a page that threw; the shell around it still works (SHELL-10). A reload also gets the files of a new release. */
export function UnexpectedError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { t } = useTranslation();
  const [isOffline] = useState(!onlineManager.isOnline());
  // Offline, what did not load is what broke it.
  const reference = useReference(error, !isOffline);
  useEffect(() => {
    if (isOffline) void connected().then(() => location.reload());
  }, [isOffline]);
  if (isOffline)
    return (
      <Message title={t('ui.offline')}>
        <p>{t('problems.network')}</p>
      </Message>
    );
  return (
    <Message
      title={t('shell.unexpectedError')}
      actions={<Button onClick={() => location.reload()}>{t('ui.tryAgain')}</Button>}
      callText={t('shell.unexpectedErrorCall')}
      reference={reference}
    >
      <p>{t('shell.unexpectedErrorText')}</p>
      <p>{t('shell.unexpectedErrorMeaning')}</p>
    </Message>
  );
}

/** The same for a page without the shell around it, or when the shell itself threw. */
export function FramedUnexpectedError({ error }: ErrorComponentProps) {
  return (
    <PublicFrame>
      <UnexpectedError error={error} />
    </PublicFrame>
  );
}

/** Returns what the log knows the error by: the correlation id of a call, or of the report of an error in the page. */
function useReference(error: unknown, isReported: boolean): string | undefined {
  const accountNumber = useContext(SelectedAccountContext)?.accountNumber;
  const [reported, setReported] = useState<string>();
  const ofCall = correlationIdOf(error);
  useEffect(() => {
    if (ofCall || !accountNumber || !isReported) return;
    setReported(logFailure(accountNumber, 'page failed', error));
  }, [ofCall, accountNumber, error, isReported]);
  return ofCall ?? reported;
}

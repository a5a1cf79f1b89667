import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../../api/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

const isWaitingForCode = () => !currentSession();

/** Warns before leaving while a code is pending: by the browser, or by a dialog inside the app (LOGIN-5). */
export function LeaveCodeStep() {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isWaitingForCode,
    enableBeforeUnload: isWaitingForCode,
    withResolver: true,
  });

  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title={t('login.leaveTitle')}
      confirmLabel={t('login.leave')}
      cancelLabel={t('login.stay')}
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      {t('login.leaveText')}
    </ConfirmDialog>
  );
}

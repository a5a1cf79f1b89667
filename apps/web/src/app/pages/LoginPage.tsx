import { useBlocker, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../../api/session.ts';
import { LoginForm } from '../../features/login/LoginForm.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { pathInside } from '../inside-path.ts';
import { PublicFrame } from '../PublicFrame.tsx';
import { paths } from '../paths.ts';

/** Sign-in in the running portal, such as after the session ended; returns to the requested page (LOGIN-1). */
export function LoginPage() {
  const leave = useLeaveLogin();
  const { returnTo, ended } = useSearch({ from: paths.login });
  return (
    <PublicFrame>
      <LoginForm
        returnTo={returnTo}
        hasEnded={ended !== undefined}
        leaveWarning={<LeaveWarning />}
        onSignedIn={() => leave(returnTo)}
      />
    </PublicFrame>
  );
}

/** Returns a function that opens the requested page after sign-in, else home (LOGIN-1). */
export function useLeaveLogin(): (returnTo: string | undefined) => void {
  const router = useRouter();
  return useCallback(
    (returnTo) =>
      void router.navigate({ href: pathInside(returnTo) ?? paths.home, replace: true, ignoreBlocker: true }),
    [router],
  );
}

/** Warns before leaving for another page of the portal while a code is pending (LOGIN-5). */
function LeaveWarning() {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => !currentSession(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('login.leaveTitle')}
      confirmLabel={t('login.leave')}
      cancelLabel={t('login.stay')}
      onConfirm={proceed}
      onCancel={reset}
    >
      {t('login.leaveText')}
    </ConfirmDialog>
  );
}

import { useSearch } from '@tanstack/react-router';
import { LeaveCodeStep } from '../../../features/login/LeaveCodeStep.tsx';
import { paths } from '../../paths.ts';
import { LoginPage } from './LoginPage.tsx';
import { useLeaveLogin } from './useLeaveLogin.ts';

/** Sign-in in the running portal, such as after the session ended; returns to the requested page (LOGIN-1). */
export function LoginRoute() {
  const leave = useLeaveLogin();
  const { returnTo, ended } = useSearch({ from: paths.login });
  return (
    <LoginPage
      returnTo={returnTo}
      hasEnded={ended !== undefined}
      leaveWarning={<LeaveCodeStep />}
      onSignedIn={() => leave(returnTo)}
    />
  );
}

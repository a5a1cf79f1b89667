import { useParams } from '@tanstack/react-router';
import { LoginChange } from '../../features/login/LoginChange.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { paths } from '../paths.ts';

/** The change of a sign-in address that a mail told of, `/login/change/TOKEN` (LOST-2). It needs no session and touches none. */
export function LoginChangePage() {
  const { token } = useParams({ from: paths.loginChange });
  return (
    <PublicFrame>
      <LoginChange key={token} token={token} />
    </PublicFrame>
  );
}

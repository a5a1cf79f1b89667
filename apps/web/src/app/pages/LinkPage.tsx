import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { LinkOpening } from '../../features/login/LinkOpening.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { paths } from '../paths.ts';
import { useLeaveLogin } from './LoginPage.tsx';

/** Opens a mailed sign-in link, `/login/link#TOKEN` (SIGNIN-3). */
export function LinkPage() {
  const router = useRouter();
  const token = useLinkToken();
  const leave = useLeaveLogin();
  const startOver = useCallback(
    (returnTo: string | undefined) =>
      void router.navigate({ to: paths.login, search: returnTo ? { returnTo } : {}, replace: true }),
    [router],
  );
  return (
    <PublicFrame>
      <LinkOpening key={token} token={token} onSignedIn={leave} onStartOver={startOver} />
    </PublicFrame>
  );
}

/** Returns the fragment of the address, which it removes from the address bar and the history. */
function useLinkToken(): string {
  const router = useRouter();
  const fragment = useLocation({ select: ({ hash }) => hash });
  const [token, setToken] = useState(fragment);

  useEffect(() => {
    if (fragment === '') return;
    setToken(fragment);
    void router.navigate({ to: paths.loginLink, replace: true });
  }, [fragment, router]);

  return token;
}

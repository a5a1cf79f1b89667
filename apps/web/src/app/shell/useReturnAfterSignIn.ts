import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionEnded } from '../../api/session.ts';
import { paths } from '../paths.ts';

/** Opens the sign-in page when the server ends the session, with the way back to the open page (LOGIN-1, LOGIN-7). */
export function useReturnAfterSignIn(): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionEnded(() => {
        const search = { returnTo: router.state.location.href, ended: '1' };
        void router.navigate({ to: paths.login, search, ignoreBlocker: true });
      }),
    [router],
  );
}

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionEnded } from '../../api/session.ts';
import { paths } from '../paths.ts';

/** When the server ends the session, signing in again leads back to the page that was open (LOGIN-1, LOGIN-7). */
export function useWayBack(): void {
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

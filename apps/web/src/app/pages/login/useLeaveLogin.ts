import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { pathInside } from '../../inside-path.ts';
import { paths } from '../../paths.ts';

/** Returns a function that opens the requested page after sign-in, else home (LOGIN-1). */
export function useLeaveLogin(): (returnTo: string | undefined) => void {
  const router = useRouter();
  return useCallback(
    (returnTo) =>
      void router.navigate({ href: pathInside(returnTo) ?? paths.home, replace: true, ignoreBlocker: true }),
    [router],
  );
}

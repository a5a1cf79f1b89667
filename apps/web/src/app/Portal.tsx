import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { onSessionEnded } from '../api/session.ts';
import { paths } from './paths.ts';
import { createPortalRouter } from './routes.ts';

/** All pages, and the router that loads the one of the address with its data. */
export function createPortal() {
  const router = createPortalRouter();
  // Leads to sign-in when the server ends the session, with the way back to the open page (LOGIN-1, LOGIN-7).
  onSessionEnded(() => {
    const search = { returnTo: router.latestLocation.href, ended: '1' };
    void router.navigate({ to: paths.login, search, ignoreBlocker: true });
  });
  const Portal = () => (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
  return { router, Portal };
}

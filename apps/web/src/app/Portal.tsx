import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/query-client.ts';
import { onSessionEnded } from '../api/session.ts';
import { Notice } from '../ui/Notice.tsx';
import classes from './Portal.module.css';
import { paths } from './paths.ts';
import { createPortalRouter } from './routes.ts';

const onConnection = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** All pages, and the router that loads the one of the address with its data. */
export function createPortal() {
  const router = createPortalRouter();
  // Leads to sign-in when the server ends the session, with the way back to the open page (LOGIN-1, LOGIN-7).
  onSessionEnded(() => {
    const search = { returnTo: router.latestLocation.href, ended: '1' };
    void router.navigate({ to: paths.login, search, ignoreBlocker: true });
  });
  /** Resolves when the first page can be drawn, or the notice that it cannot. */
  const load = () =>
    Promise.race([router.load(), new Promise<void>((resolve) => void onConnection(resolve))]);
  const Portal = () => (
    <QueryClientProvider client={queryClient}>
      <OfflineNotice />
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
  return { router, load, Portal };
}

/** Says on every page that there is no connection, for as long as there is none (SHELL-10). */
function OfflineNotice() {
  const { t } = useTranslation();
  if (useSyncExternalStore(onConnection, isOnline)) return null;
  return (
    // Over dialogs, too.
    <div ref={(notice) => notice?.showPopover?.()} popover="manual" className={classes.offline}>
      <Notice tone="bad" title={t('ui.offline')}>
        <p>{t('problems.network')}</p>
      </Notice>
    </div>
  );
}

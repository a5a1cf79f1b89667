import { type ComponentType, useState } from 'react';
import { LeaveWarning } from '../../../features/login/LeaveWarning.tsx';
import { addressAfterSignIn, wantedPath } from '../../sign-in-address.ts';
import { LoginPage } from './LoginPage.tsx';

const loadPortal = () => import('../../Portal.tsx');

/** Loads the portal and its shell while the visitor reads the mail. A failure shows when they are needed. */
function loadAhead(): void {
  void Promise.all([loadPortal(), import('../../shell/SignedInShell.tsx')]).catch(() => undefined);
}

/** Sign-in as the first page of a visit: without the router, which loads in the meantime. */
export function LoginStart({ onPortal }: { onPortal: (portal: ComponentType) => void }) {
  const [returnTo] = useState(wantedPath);

  const openPortal = async () => {
    const address = addressAfterSignIn(returnTo);
    try {
      const { Portal } = await loadPortal();
      history.replaceState(null, '', address);
      onPortal(Portal);
    } catch {
      // The session is kept: the page finds it when it loads again.
      location.replace(address);
    }
  };

  return (
    <LoginPage
      returnTo={returnTo}
      leaveWarning={<LeaveWarning />}
      onMailSent={loadAhead}
      onSignedIn={() => void openPortal()}
    />
  );
}

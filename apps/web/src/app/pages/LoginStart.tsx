import { type ComponentType, useState } from 'react';
import { LoginForm } from '../../features/login/LoginForm.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { addressAfterSignIn, wantedPath } from '../sign-in-address.ts';

const loadPortal = () => import('../Portal.tsx');

/** Loads the portal and its shell while the visitor reads the mail. A failure shows when they are needed. */
function loadAhead(): void {
  void Promise.all([loadPortal(), import('../Shell.tsx')]).catch(() => undefined);
}

/** Sign-in as the first page of a visit: without the router, which loads in the meantime. */
export function LoginStart({ onPortal }: { onPortal: (portal: ComponentType) => void }) {
  const [returnTo] = useState(wantedPath);

  const goOn = async () => {
    const address = addressAfterSignIn(returnTo);
    try {
      const { createPortal } = await loadPortal();
      history.replaceState(null, '', address);
      const { load, Portal } = createPortal();
      await load();
      onPortal(Portal);
    } catch {
      // The session is kept: the page finds it when it loads again.
      location.replace(address);
    }
  };

  return (
    <PublicFrame>
      <LoginForm returnTo={returnTo} onMailSent={loadAhead} onSignedIn={() => void goOn()} />
    </PublicFrame>
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { createQueryClient } from '../../api/query-client.ts';
import { AccountGate } from '../../features/accounts/AccountGate.tsx';
import { useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { FullPageSpinner } from '../../ui/FullPageSpinner.tsx';
import { ToastRegion } from '../../ui/ToastRegion.tsx';
import classes from './SignedInShell.module.css';
import './signed-in.css';

/** Frame of every signed-in page. */
export function SignedInShell() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AccountGate>
        <Frame />
      </AccountGate>
      <ToastRegion />
    </QueryClientProvider>
  );
}

function Frame() {
  const { accountNumber } = useSelectedAccount();
  return (
    <main className={classes.content} key={accountNumber}>
      <Suspense fallback={<FullPageSpinner />}>
        <Outlet />
      </Suspense>
    </main>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FullPageSpinner } from '../../ui/FullPageSpinner.tsx';
import { accountQuery, billingAccountQuery } from './accounts.queries.ts';
import { GlitchPage } from './GlitchPage.tsx';
import { SelectedAccountContext, useSelectedAccountIds } from './selected-account.ts';

/** Loads the selected account before any page shows: a spinner meanwhile, an apology on failure (SHELL-8). */
export function AccountGate({ children }: { children: ReactNode }) {
  const ids = useSelectedAccountIds();
  return ids ? <LoadedAccount {...ids}>{children}</LoadedAccount> : <GlitchPage />;
}

interface LoadedAccountProps {
  readonly accountNumber: string;
  readonly customerId: string;
  readonly children: ReactNode;
}

function LoadedAccount({ accountNumber, customerId, children }: LoadedAccountProps) {
  const account = useQuery(accountQuery({ accountNumber, customerId }));
  const billing = useQuery(billingAccountQuery(accountNumber));
  if (account.data && billing.data) {
    return (
      <SelectedAccountContext value={{ accountNumber, customerId, role: account.data.role }}>
        {children}
      </SelectedAccountContext>
    );
  }
  const error = account.error ?? billing.error;
  return error ? <GlitchPage error={error} /> : <FullPageSpinner />;
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FullPageSpinner } from '../../ui/FullPageSpinner.tsx';
import { accountQuery, billingAccountQuery } from './accounts.queries.ts';
import { SelectedAccountContext, useSelectedAccountIds } from './selected-account.ts';

interface AccountGateProps {
  readonly children: ReactNode;
  /** Shown in place of everything when the account does not load; without an error if the sign-in has no account. */
  readonly renderFailure: (error?: Error) => ReactNode;
}

/** Loads the selected account before any page shows: a spinner meanwhile, an apology on failure (SHELL-8). */
export function AccountGate(props: AccountGateProps) {
  const ids = useSelectedAccountIds();
  return ids ? <LoadedAccount {...ids} {...props} /> : props.renderFailure();
}

interface LoadedAccountProps extends AccountGateProps {
  readonly accountNumber: string;
  readonly customerId: string;
}

function LoadedAccount({ accountNumber, customerId, children, renderFailure }: LoadedAccountProps) {
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
  return error ? renderFailure(error) : <FullPageSpinner />;
}

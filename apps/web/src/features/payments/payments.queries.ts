import { useQueryClient } from '@tanstack/react-query';
import { billingAccountKey } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';

/** Reloads everything that a payment changes: balance, bills, history. */
export function useBillingReload() {
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  return () => client.invalidateQueries({ queryKey: [billingAccountKey, accountNumber] });
}

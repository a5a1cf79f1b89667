import { useMatches, useNavigate } from '@tanstack/react-router';
import { chooseAccount, useSelectedAccount } from '../../features/accounts/selected-account.ts';

/**
 * Shows another account on the page that is open; a page that shows something of the old account is left for the
 * one above it (SHELL-6).
 */
export function useAccountSwitch(): (accountNumber: string) => void {
  const { accountNumber: current } = useSelectedAccount();
  const navigate = useNavigate();
  const matches = useMatches();
  const elsewhere = matches.at(-1)?.staticData.afterAccountSwitch;

  return (accountNumber) => {
    if (accountNumber === current) return;
    chooseAccount(accountNumber);
    void navigate({ to: elsewhere ?? '.', search: {} });
  };
}

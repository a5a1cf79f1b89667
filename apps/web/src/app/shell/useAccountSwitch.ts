import { useMatches, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { selectAccount, useSelectedAccount } from '../../features/accounts/selected-account.ts';
import { announce } from '../../ui/toasts.ts';
import { leavePage } from '../../ui/unsaved-changes.ts';

/**
 * Returns a function that shows another account on the current page, without its search parameters. A page that belongs
 * to the old account gives way to its parent (SHELL-6).
 */
export function useAccountSwitch(): (accountNumber: string) => void {
  const { accountNumber: current } = useSelectedAccount();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const matches = useMatches();
  const elsewhere = matches.at(-1)?.staticData.afterAccountSwitch;

  return (accountNumber) => {
    if (accountNumber === current) return;
    leavePage(() => {
      selectAccount(accountNumber);
      announce(t('shell.accountChanged', { number: accountNumber }));
      void navigate({ to: elsewhere ?? '.', search: {} });
    });
  };
}

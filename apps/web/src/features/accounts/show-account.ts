import i18next from 'i18next';
import { queryClient } from '../../api/query-client.ts';
import { showToast } from '../../ui/toasts.ts';
import { accountNumbers, selectAccount, selectedAccountIds } from './account-ids.ts';
import { listedAccountsQuery } from './accounts.queries.ts';

/** Selects one of the caller's accounts that a page or a link is about, and says so. Returns whether another one was selected. */
export function showAccount(accountNumber: string): boolean {
  if (accountNumber === selectedAccountIds()?.accountNumber || !accountNumbers().includes(accountNumber))
    return false;
  selectAccount(accountNumber);
  showToast('success', i18next.t('shell.accountChanged', { number: accountNumber }));
  return true;
}

/** Selects the account that a link names by its id. Returns false if it is none of this session's. */
export async function showLinkedAccount(id: string): Promise<boolean> {
  const selected = selectedAccountIds();
  if (!selected) return false;
  const listed = await queryClient.fetchQuery(listedAccountsQuery(selected.accountNumber));
  const account = listed.find((one) => one.id === id);
  // One that was linked after the sign-in needs another sign-in, too.
  if (!account || !accountNumbers().includes(account.accountNumber)) return false;
  showAccount(account.accountNumber);
  return true;
}

import type { Role } from '@myaccount/contract/accounts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { signedInUser } from '../../api/session.ts';

const storageKey = 'selected-account';

/** The account whose data every page shows. */
export interface SelectedAccount {
  readonly accountNumber: string;
  readonly customerId: string;
  readonly role: Role;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Account numbers of the signed-in user, in the order of the id_token. */
export function accountNumbers(): string[] {
  return signedInUser().accounts.map((account) => account.account_id);
}

function selectedNumber(): string | undefined {
  const numbers = accountNumbers();
  const kept = sessionStorage.getItem(storageKey);
  return kept && numbers.includes(kept) ? kept : numbers[0];
}

/** Selects another account; a reload in this tab keeps it (SHELL-6). */
export function selectAccount(accountNumber: string): void {
  sessionStorage.setItem(storageKey, accountNumber);
  for (const listener of listeners) listener();
}

/** Number and customer id of the selected account; undefined when the sign-in has no account. */
export function useSelectedAccountIds(): { accountNumber: string; customerId: string } | undefined {
  const accountNumber = useSyncExternalStore(subscribe, selectedNumber);
  const account = signedInUser().accounts.find((candidate) => candidate.account_id === accountNumber);
  return account && { accountNumber: account.account_id, customerId: account.customer_id };
}

export const SelectedAccountContext = createContext<SelectedAccount | undefined>(undefined);

/** The selected account, below the shell. */
export function useSelectedAccount(): SelectedAccount {
  const account = useContext(SelectedAccountContext);
  if (!account) throw new Error('useSelectedAccount needs the AccountGate above it');
  return account;
}

import { createContext, useContext } from 'react';
import type { AccountIds } from './account-ids.ts';

/** The account whose data every page shows. */
export const SelectedAccountContext = createContext<AccountIds | undefined>(undefined);

/** The selected account, below the shell. */
export function useSelectedAccount(): AccountIds {
  const account = useContext(SelectedAccountContext);
  if (!account) throw new Error('useSelectedAccount needs the shell above it');
  return account;
}

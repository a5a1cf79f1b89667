import type { Role } from '@myaccount/contract/accounts';
import { createContext, useContext } from 'react';
import type { AccountIds } from './account-ids.ts';

/** The account whose data every page shows. */
export interface SelectedAccount extends AccountIds {
  readonly role: Role;
}

export const SelectedAccountContext = createContext<SelectedAccount | undefined>(undefined);

/** The selected account, below the shell. */
export function useSelectedAccount(): SelectedAccount {
  const account = useContext(SelectedAccountContext);
  if (!account) throw new Error('useSelectedAccount needs the shell above it');
  return account;
}

import { keepItem, readItem, tabStorage } from '../../api/browser-storage.ts';
import { dropEarly } from '../../api/request.ts';
import { signedInUser } from '../../api/session.ts';

const storageKey = 'selected-account';

/** By what calls name an account. */
export interface AccountIds {
  readonly accountNumber: string;
  readonly customerId: string;
  /** Undefined for a session of the release before. */
  readonly billingAccountId?: string | undefined;
}

/** By what calls name an account and its billing account. */
export interface BillingIds {
  readonly accountNumber: string;
  readonly billingAccountId: string;
}

/** Account numbers of the signed-in user, in the order of the id_token. */
export function accountNumbers(): string[] {
  return signedInUser().accounts.map((account) => account.account_id);
}

/** Returns the account that this tab shows; undefined when the sign-in has no account. */
export function selectedAccountIds(): AccountIds | undefined {
  const kept = readItem(tabStorage, storageKey);
  const { accounts } = signedInUser();
  const account = accounts.find(({ account_id }) => account_id === kept) ?? accounts[0];
  if (!account) return undefined;
  const {
    account_id: accountNumber,
    customer_id: customerId,
    billing_account_id: billingAccountId,
  } = account;
  return { accountNumber, customerId, billingAccountId };
}

/** Selects another account; a reload in this tab keeps it (SHELL-6). */
export function selectAccount(accountNumber: string): void {
  keepItem(tabStorage, storageKey, accountNumber);
  dropEarly();
}

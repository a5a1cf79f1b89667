import type { Role } from '@myaccount/contract/accounts';
import type { BuiltAccount } from './builders/account.ts';
import { type BuiltLogin, buildLogin } from './builders/login.ts';
import type { TestPortal } from './portal.ts';
import { changeRows } from './rows.ts';

/** A signed-in customer. */
export interface Customer extends BuiltLogin {
  readonly token: string;
}

/** Builds a customer who is signed in. */
export async function buildCustomer(
  portal: TestPortal,
  options?: Parameters<typeof buildLogin>[1],
): Promise<Customer> {
  const login = await buildLogin(portal.db, options);
  return { ...login, token: await portal.signIn(login.emailAddress) };
}

/** Builds somebody else with access to an account, who is signed in. */
export async function buildOther(
  portal: TestPortal,
  account: BuiltAccount,
  { role = 'member', givenName }: { readonly role?: Role; readonly givenName: string | null },
): Promise<Customer> {
  const other = await buildCustomer(portal, { account, role });
  await changeRows(portal.db, 'login', { id: other.loginId }, { given_name: givenName });
  return other;
}

/** Returns what the dashboard of an account answers. */
export async function readHome(
  portal: TestPortal,
  { accountNumber, customerNumber }: BuiltAccount,
  token: string,
) {
  const query = { AccountNumber: accountNumber, customerID: customerNumber };
  const response = await portal.get('/billing/gtv/billing-account/refresh', query, token);
  if (response.statusCode !== 200) throw new Error(`The dashboard was refused: ${response.body}`);
  return response.json();
}

import type { CustomerAccount, Role } from '@myaccount/contract/accounts';
import type { LightMyRequestResponse } from 'fastify';
import { pinPurpose } from '../features/accounts/accounts.service.ts';
import { buildAccount } from './builders/account.ts';
import { type BuiltLogin, buildLogin } from './builders/login.ts';
import type { TestPortal } from './portal.ts';

/** A signed-in customer, and the account as its page loaded it. */
export interface AccountSaver extends BuiltLogin {
  readonly token: string;
  readonly info: CustomerAccount;
}

/** The reply of a save that succeeded. */
export const saved = { Status: 'Success', StatusCode: '00' };

/** Builds a signed-in customer whose account has the PIN 4821. */
export async function buildSaver(portal: TestPortal, role: Role = 'primary'): Promise<AccountSaver> {
  const pin = portal.portal.secrets.seal('4821', pinPurpose);
  const sealed = { pin_sealed: pin.bytes, pin_key_id: pin.keyId };
  const account = await buildAccount(portal.db, { account: sealed });
  return await openSaver(portal, await buildLogin(portal.db, { account, role }));
}

/** Signs a login in and loads its account. */
export async function openSaver(portal: TestPortal, login: BuiltLogin): Promise<AccountSaver> {
  const token = await portal.signIn(login.emailAddress);
  return { ...login, token, info: await loadInfo(portal, { ...login, token }) };
}

/** Returns the account as a page loads it now. */
export async function loadInfo(
  portal: TestPortal,
  { account, token }: Pick<AccountSaver, 'account' | 'token'>,
): Promise<CustomerAccount> {
  const query = { AccountNumber: account.accountNumber, CustomerID: account.customerNumber };
  return (await portal.get('/customer/info', query, token)).json();
}

/** Returns the loaded object with other values of its customer. */
export function withCustomer({ info }: Pick<AccountSaver, 'info'>, customer: object) {
  return { ...info, channel: 'MyAccount', customer: { ...info.customer, ...customer } };
}

/** Returns the loaded object with other values of its billing address. */
export function withBilling({ info }: Pick<AccountSaver, 'info'>, address: object) {
  const customerAddress = info.customerAddress.map((each) =>
    each.addressType === 'Billing' ? { ...each, ...address } : each,
  );
  return { ...info, channel: 'MyAccount', customerAddress };
}

/** Saves an object as its page does. */
export function saveInfo(
  portal: TestPortal,
  { token }: Pick<AccountSaver, 'token'>,
  body: object,
): Promise<LightMyRequestResponse> {
  return portal.post('/customer/account/info', body, token);
}

/** Saves other values of the customer into the account as it is now; `more` replaces fields of the object. */
export async function saveCustomer(
  portal: TestPortal,
  saver: AccountSaver,
  customer: object,
  more: object = {},
): Promise<LightMyRequestResponse> {
  const info = await loadInfo(portal, saver);
  return await saveInfo(portal, saver, { ...withCustomer({ info }, customer), ...more });
}

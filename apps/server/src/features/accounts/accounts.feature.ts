import * as contract from '@myaccount/contract/accounts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { showAccount, showAccountDetails, showAccounts, showBillingAccount } from './accounts.service.ts';

/** Registers API-1, API-2, API-3, and `accounts`. */
function registerAccountsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.accounts, ({ caller }) => showAccounts(portal, caller));

  endpoints.signedIn(contract.customerInfo, ({ caller, query }) =>
    showAccount(portal, caller, { accountNumber: query.AccountNumber, customerNumber: query.CustomerID }),
  );

  endpoints.signedIn(contract.customerAccountDetails, ({ caller, query, headers }) =>
    showAccountDetails(portal, caller, {
      accountNumber: query.AccountNumber,
      language: readerLanguage(headers['Accept-Language']),
    }),
  );

  endpoints.signedIn(contract.billingAccounts, async ({ caller, query }) => [
    await showBillingAccount(portal, caller, query.AccountNumber),
  ]);
}

/** The accounts of a login. */
export const accounts: Feature = {
  tags: { accounts: 'The accounts of the signed-in customer.' },
  routes: registerAccountsRoutes,
};

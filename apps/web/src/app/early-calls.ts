import type { BillingAccount } from '@myaccount/contract/accounts';
import { config } from '../api/config.ts';
import { sendEarly } from '../api/request.ts';
import type { Session } from '../api/session.ts';
import type { AccountIds } from '../features/accounts/account-ids.ts';
import { pageNumberFrom } from '../ui/page-number.ts';

/** What the first calls of a page are made of. */
interface FirstCallInput extends AccountIds {
  readonly billingAccountId: string;
  readonly search: URLSearchParams;
}

type Call = readonly [name: string, query: object];

const balance = ({ accountNumber, customerId }: FirstCallInput): Call => [
  'GET /billing/gtv/billing-account/refresh',
  { AccountNumber: accountNumber, customerID: customerId },
];
const details = ({ accountNumber }: FirstCallInput): Call => [
  'GET /customer/account/details',
  { AccountNumber: accountNumber },
];
const listPage = ({ billingAccountId, search }: FirstCallInput) => ({
  billing_account_id: billingAccountId,
  page_number: pageNumberFrom(search.get('page') ?? undefined),
  page_size: config.limits.pageSize,
});
const bills = (known: FirstCallInput): Call[] => [
  balance(known),
  ['GET /invoices/all', listPage(known)],
  details(known),
];

/**
 * What the pages that are opened most ask for besides the account, by their path. The table of routes is what counts: a
 * call that it does not make is made in vain, and one that it makes besides comes later. A test compares both.
 */
const firstCalls: Readonly<Record<string, (known: FirstCallInput) => Call[]>> = {
  home: (known) => (config.flags.billingRefresh ? bills(known) : [details(known)]),
  billing: bills,
  payments: (known) => [
    balance(known),
    ['GET /payments/recurring-payments', { billing_account_id: known.billingAccountId }],
    ['GET /payments/planned', { billing_account_id: known.billingAccountId }],
    ['GET /payments', listPage(known)],
  ],
  settings: (known) => (known.search.has('tab') ? [] : [details(known)]),
};

/** Asks for the account, which every signed-in page needs first, and then for what the page of this name begins with. */
export async function askEarly(pageName: string, ids: AccountIds, session: Session): Promise<void> {
  const query = { AccountNumber: ids.accountNumber };
  window.earlyRequests = new Map();
  void sendEarly('GET /customer/info', { CustomerID: ids.customerId, ...query }, session);
  const billing = await sendEarly<BillingAccount[]>('GET /billing/gtv/account', query, session);
  const billingAccountId = billing?.[0]?.id;
  if (!billingAccountId) return;
  const known = { ...ids, billingAccountId, search: new URLSearchParams(location.search) };
  for (const [name, query] of firstCalls[pageName]?.(known) ?? []) void sendEarly(name, query, session);
}

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
const methods = ({ billingAccountId }: FirstCallInput): Call => [
  'GET /payments/recurring-payments',
  { billing_account_id: billingAccountId },
];
const paying = (known: FirstCallInput): Call[] => [
  balance(known),
  methods(known),
  ['GET /payments/planned', { billing_account_id: known.billingAccountId }],
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
  'billing/make-payment': paying,
  'billing/manage-payment-methods': (known) => [methods(known)],
  payments: (known) => [...paying(known), ['GET /payments', listPage(known)]],
  settings: (known) => (known.search.has('tab') ? [] : [details(known)]),
  profile: (known) => [details(known)],
};

/**
 * Asks for the account, which every signed-in page needs first, and for what the page of this name begins with: all at
 * once, since no answer is needed for another call.
 */
export function askEarly(pageName: string, ids: AccountIds, session: Session): void {
  const { accountNumber: AccountNumber, billingAccountId } = ids;
  const account: Call[] = [
    ['GET /customer/info', { CustomerID: ids.customerId, AccountNumber }],
    ['GET /billing/gtv/account', { AccountNumber }],
  ];
  const search = new URLSearchParams(location.search);
  const page = billingAccountId ? firstCalls[pageName]?.({ ...ids, billingAccountId, search }) : undefined;
  window.earlyRequests = new Map();
  for (const [name, query] of [...account, ...(page ?? [])]) sendEarly(name, query, session);
}

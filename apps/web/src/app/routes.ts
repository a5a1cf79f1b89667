import { createRoute, createRouter } from '@tanstack/react-router';
import { config } from '../api/config.ts';
import { mayBeOffline } from '../api/connection.ts';
import { parseSearch, stringifySearch } from '../api/plain-search.ts';
import { type AnyQuery, loadQueries, queryClient } from '../api/query-client.ts';
import type { AccountIds } from '../features/accounts/account-ids.ts';
import { accountDetailsQuery } from '../features/accounts/accounts.queries.ts';
import { visitQuery } from '../features/appointments/appointments.queries.ts';
import { billingRefreshQuery } from '../features/balance/balance.queries.ts';
import { heldChargeQuery } from '../features/charge-notices/charge-notices.queries.ts';
import { consentHistoryQuery } from '../features/consents/consent-history.queries.ts';
import { invoiceQuery, invoicesQuery } from '../features/invoices/invoices.queries.ts';
import { loginChangeQuery } from '../features/login/login-change.queries.ts';
import { statsBeforeQuery, statsQuery } from '../features/metrics/metrics.queries.ts';
import { rangeOf } from '../features/metrics/ranges.ts';
import { paymentHistoryQuery } from '../features/payment-history/payment-history.queries.ts';
import { paymentMethodsQuery } from '../features/payment-methods/payment-methods.queries.ts';
import { findPaymentDetails } from '../features/payments/payment-details.ts';
import { plannedPaymentsQuery } from '../features/planned-payments/planned-payments.queries.ts';
import { receiptQuery } from '../features/receipts/receipts.queries.ts';
import { changesQuery, sessionsQuery } from '../features/sessions/sessions.queries.ts';
import { pageNumberFrom } from '../ui/page-number.ts';
import { followOpenedPages } from './opened-page.ts';
import { skeletonAfterMs } from './PageSkeleton.tsx';
import { admitVisitor, linkPage, type PageState, page, root, search, shown, signedIn } from './page-route.ts';
import { paths } from './paths.ts';
import { FramedUnexpectedError } from './UnexpectedError.tsx';

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  // `ended` is set when the server ended the session during use.
  validateSearch: search<'returnTo' | 'ended'>('returnTo', 'ended'),
  beforeLoad: admitVisitor,
  component: shown(async () => (await import('./pages/LoginPage.tsx')).LoginPage),
});

const loginLink = createRoute({
  getParentRoute: () => root,
  path: paths.loginLink,
  beforeLoad: admitVisitor,
  component: shown(async () => (await import('./pages/LinkPage.tsx')).LinkPage),
});

const visit = createRoute({
  getParentRoute: () => root,
  path: paths.visit,
  loader: ({ params }) => loadQueries([visitQuery(params._splat ?? '')]),
  component: shown(async () => (await import('./pages/VisitPage.tsx')).VisitPage),
});

const visitSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.visitSuccess,
  component: shown(async () => (await import('./pages/VisitSuccessPage.tsx')).VisitSuccessPage),
});

const chargeNotice = linkPage(
  paths.stopCharge,
  heldChargeQuery,
  async () => (await import('./pages/ChargeNoticePage.tsx')).ChargeNoticePage,
);

const loginChange = linkPage(
  paths.loginChange,
  loginChangeQuery,
  async () => (await import('./pages/LoginChangePage.tsx')).LoginChangePage,
);

const dashboardQueries = (state: PageState<'page'>) => [
  billingRefreshQuery(state),
  invoicesQuery(state, pageNumberFrom(state.search.page)),
  // The next visit, and whether the Hero Discount is offered.
  accountDetailsQuery(state.accountNumber),
];

const detailsQueries = ({ accountNumber }: AccountIds) => [accountDetailsQuery(accountNumber)];

/** The account's ids, which most queries need. */
type Ids = Omit<PageState<never>, 'search'>;

const paymentQueries = (ids: Ids) => [
  billingRefreshQuery(ids),
  paymentMethodsQuery(ids),
  plannedPaymentsQuery(ids),
];

/** A receipt says what is left to pay. */
const receiptQueries = (ids: Ids, paymentId: string | undefined) =>
  paymentId ? [receiptQuery(paymentId), billingRefreshQuery(ids)] : [];

function accountOfReceipt(paymentId: string | undefined): string | undefined {
  return queryClient.getQueryData(receiptQuery(paymentId ?? '').queryKey)?.account_num;
}

/** What each tab of the settings begins with. */
const settingsQueries: Readonly<Record<string, (ids: AccountIds) => readonly AnyQuery[]>> = {
  security: (ids) => [sessionsQuery(), consentHistoryQuery(ids, 1), changesQuery(ids, 1)],
  account: detailsQueries,
};

const pages = [
  page({
    path: paths.home,
    skeleton: ['home.title', 3],
    search: ['page'],
    queries: (state) => (config.flags.billingRefresh ? dashboardQueries(state) : detailsQueries(state)),
    show: async () => (await import('./pages/DashboardPage.tsx')).HomePage,
  }),
  page({
    path: paths.billingRefresh,
    skeleton: ['home.title', 3],
    search: ['page'],
    queries: dashboardQueries,
    show: async () => (await import('./pages/DashboardPage.tsx')).DashboardPage,
  }),
  page({
    path: paths.billing,
    skeleton: ['invoices.title', 2],
    search: ['page'],
    queries: dashboardQueries,
    show: async () => (await import('./pages/BillingPage.tsx')).BillingPage,
  }),
  page({
    path: paths.invoice,
    skeleton: ['invoices.list.number', 2],
    queries: (state) => [
      invoiceQuery(state.accountNumber, state.params.invoiceId ?? ''),
      billingRefreshQuery(state),
    ],
    accountOf: ({ accountNumber, params }) =>
      queryClient.getQueryData(invoiceQuery(accountNumber, params.invoiceId ?? '').queryKey)?.billing_account
        .external_account_num,
    show: async () => (await import('./pages/InvoicePage.tsx')).InvoicePage,
    afterAccountSwitch: paths.billing,
  }),
  page({
    path: paths.payments,
    skeleton: ['payments.title', 3],
    search: ['page', 'make-payment'],
    queries: (state) => [
      ...paymentQueries(state),
      paymentHistoryQuery(state, pageNumberFrom(state.search.page)),
    ],
    show: async () => (await import('./pages/PaymentsPage.tsx')).PaymentsPage,
  }),
  page({
    path: paths.makePayment,
    skeleton: ['payments.makePaymentTitle', 1],
    search: ['bill'],
    queries: paymentQueries,
    show: async () => (await import('./pages/MakePaymentPage.tsx')).MakePaymentPage,
  }),
  page({
    path: paths.managePaymentMethods,
    skeleton: ['payment-methods.title', 1],
    queries: (ids) => [paymentMethodsQuery(ids)],
    show: async () => (await import('./pages/ManagePaymentMethodsPage.tsx')).ManagePaymentMethodsPage,
  }),
  page({
    path: paths.paymentSuccess,
    skeleton: ['payments.success.heading', 1],
    queries: (state) => receiptQueries(state, findPaymentDetails()?.paymentId),
    accountOf: () => accountOfReceipt(findPaymentDetails()?.paymentId),
    show: async () => (await import('./pages/PaymentSuccessPage.tsx')).PaymentSuccessPage,
    afterAccountSwitch: paths.payments,
  }),
  page({
    path: paths.paymentReceipt,
    skeleton: ['payments.success.heading', 1],
    queries: (state) => receiptQueries(state, state.params.paymentId),
    accountOf: ({ params }) => accountOfReceipt(params.paymentId),
    show: async () => (await import('./pages/PaymentReceiptPage.tsx')).PaymentReceiptPage,
    afterAccountSwitch: paths.payments,
  }),
  page({
    path: paths.giftCard,
    skeleton: ['gift-card.title', 1],
    queries: detailsQueries,
    show: async () => (await import('./pages/GiftCardPage.tsx')).GiftCardPage,
  }),
  page({
    path: paths.profile,
    skeleton: ['shell.menuProfile', 3],
    queries: detailsQueries,
    show: async () => (await import('./pages/ProfilePage.tsx')).ProfilePage,
  }),
  page({
    path: paths.settings,
    skeleton: ['shell.menuSettings', 2],
    search: ['tab'],
    queries: ({ search: { tab = 'account' }, ...ids }) => settingsQueries[tab]?.(ids) ?? [],
    show: async () => (await import('./pages/SettingsPage.tsx')).SettingsPage,
  }),
  page({
    path: paths.otherSignIn,
    skeleton: ['shell.otherSignIn.title', 1],
    search: ['returnTo'],
    queries: () => [],
    show: async () => (await import('./pages/OtherSignInPage.tsx')).OtherSignInPage,
  }),
  page({
    path: paths.metrics,
    skeleton: ['metrics.title', 2],
    search: ['range'],
    queries: ({ search: { range } }) => [statsQuery(rangeOf(range)), statsBeforeQuery(rangeOf(range))],
    show: async () => (await import('./pages/MetricsPage.tsx')).MetricsPage,
  }),
] as const;

const routeTree = root.addChildren([
  login,
  loginLink,
  loginChange,
  visit,
  visitSuccess,
  chargeNotice,
  signedIn.addChildren(pages),
]);

const { connection } = navigator as { connection?: { readonly saveData: boolean } };

/** Creates the router of the portal's pages below `/myaccount`; each loads when it is first shown, or its link touched. */
export function createPortalRouter() {
  const router = createRouter({
    routeTree,
    basepath: import.meta.env.BASE_URL,
    defaultPreload: !connection?.saveData && 'intent',
    defaultStaleReloadMode: 'blocking',
    defaultGcTime: 0,
    defaultPendingMinMs: skeletonAfterMs,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FramedUnexpectedError,
  });
  // Offline the page before stays: nothing of it is lost while the next one waits for the connection.
  Object.defineProperty(router.options, 'defaultPendingMs', {
    configurable: true,
    get: () => (mayBeOffline() ? Number.POSITIVE_INFINITY : skeletonAfterMs),
  });
  followOpenedPages(router);
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}

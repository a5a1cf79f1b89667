import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { currentSession } from '../api/session.ts';
import { pathInside } from './inside-path.ts';
import { paths } from './paths.ts';
import { parseSearch, stringifySearch } from './plain-search.ts';
import { FramedUnexpectedError, UnexpectedError } from './UnexpectedError.tsx';

type Search = Record<string, unknown>;

interface PagedSearch {
  readonly page?: string | undefined;
}

interface LoginSearch {
  readonly returnTo?: string | undefined;
  /** Set when the server ended the session during use. */
  readonly ended?: string | undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const root = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  errorComponent: FramedUnexpectedError,
});

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: (search: Search): LoginSearch => ({
    returnTo: textOf(search.returnTo),
    ended: textOf(search.ended),
  }),
  beforeLoad: ({ search }) => {
    if (currentSession()) throw redirect({ href: pathInside(search.returnTo) ?? paths.home, replace: true });
  },
  component: lazyRouteComponent(() => import('./pages/LoginPage.tsx'), 'LoginPage'),
  errorComponent: FramedUnexpectedError,
});

const loginLink = createRoute({
  getParentRoute: () => root,
  path: paths.loginLink,
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: paths.home, replace: true });
  },
  component: lazyRouteComponent(() => import('./pages/LinkPage.tsx'), 'LinkPage'),
  errorComponent: FramedUnexpectedError,
});

const visit = createRoute({
  getParentRoute: () => root,
  path: paths.visit,
  component: lazyRouteComponent(() => import('./pages/VisitPage.tsx'), 'VisitPage'),
  errorComponent: FramedUnexpectedError,
});

const visitSuccess = createRoute({
  getParentRoute: () => root,
  path: paths.visitSuccess,
  component: lazyRouteComponent(() => import('./pages/VisitSuccessPage.tsx'), 'VisitSuccessPage'),
  errorComponent: FramedUnexpectedError,
});

/** Returns the target of a deeplink; the current page without the parameter when the target is not a page (SHELL-9). */
function afterDeeplink({ pathname, search }: { pathname: string; search: Search }): string {
  const stay = pathname + stringifySearch({ ...search, deeplink: undefined });
  return pathInside(textOf(search.deeplink)) ?? stay;
}

/** Returns the sign-in search that leads back to `href`. Home needs none: sign-in leads there by default. */
function returnSearch(href: string): LoginSearch {
  return href === paths.home ? {} : { returnTo: href };
}

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: (search: Search): { deeplink?: string | undefined } => ({
    deeplink: textOf(search.deeplink),
  }),
  beforeLoad: ({ location, search }) => {
    if (!currentSession()) throw redirect({ to: paths.login, search: returnSearch(location.href) });
    if (search.deeplink !== undefined) throw redirect({ href: afterDeeplink(location), replace: true });
  },
  component: lazyRouteComponent(() => import('./shell/SignedInShell.tsx'), 'SignedInShell'),
  errorComponent: FramedUnexpectedError,
});

const paged = (search: Search): PagedSearch => ({ page: textOf(search.page) });

const home = createRoute({
  getParentRoute: () => signedIn,
  path: paths.home,
  validateSearch: paged,
  component: lazyRouteComponent(() => import('./pages/home/HomePage.tsx'), 'HomePage'),
});

const billingRefresh = createRoute({
  getParentRoute: () => signedIn,
  path: paths.billingRefresh,
  validateSearch: paged,
  component: lazyRouteComponent(() => import('./pages/home/DashboardPage.tsx'), 'DashboardPage'),
});

const billing = createRoute({
  getParentRoute: () => signedIn,
  path: paths.billing,
  validateSearch: paged,
  component: lazyRouteComponent(() => import('./pages/invoices/BillingPage.tsx'), 'BillingPage'),
});

const invoice = createRoute({
  getParentRoute: () => signedIn,
  path: paths.invoice,
  staticData: { afterAccountSwitch: paths.billing },
  component: lazyRouteComponent(() => import('./pages/invoices/InvoicePage.tsx'), 'InvoicePage'),
});

const payments = createRoute({
  getParentRoute: () => signedIn,
  path: paths.payments,
  validateSearch: (search: Search): PagedSearch & { 'make-payment'?: string | undefined } => ({
    ...paged(search),
    'make-payment': textOf(search['make-payment']),
  }),
  component: lazyRouteComponent(() => import('./pages/payments/PaymentsPage.tsx'), 'PaymentsPage'),
});

const makePayment = createRoute({
  getParentRoute: () => signedIn,
  path: paths.makePayment,
  component: lazyRouteComponent(() => import('./pages/payments/MakePaymentPage.tsx'), 'MakePaymentPage'),
});

const managePaymentMethods = createRoute({
  getParentRoute: () => signedIn,
  path: paths.managePaymentMethods,
  component: lazyRouteComponent(
    () => import('./pages/payment-methods/ManagePaymentMethodsPage.tsx'),
    'ManagePaymentMethodsPage',
  ),
});

const paymentSuccess = createRoute({
  getParentRoute: () => signedIn,
  path: paths.paymentSuccess,
  staticData: { afterAccountSwitch: paths.payments },
  component: lazyRouteComponent(
    () => import('./pages/payments/PaymentSuccessPage.tsx'),
    'PaymentSuccessPage',
  ),
});

const paymentReceipt = createRoute({
  getParentRoute: () => signedIn,
  path: paths.paymentReceipt,
  staticData: { afterAccountSwitch: paths.payments },
  component: lazyRouteComponent(
    () => import('./pages/payments/PaymentReceiptPage.tsx'),
    'PaymentReceiptPage',
  ),
});

const giftCard = createRoute({
  getParentRoute: () => signedIn,
  path: paths.giftCard,
  component: lazyRouteComponent(() => import('./pages/gift-card/GiftCardPage.tsx'), 'GiftCardPage'),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: paths.profile,
  component: lazyRouteComponent(() => import('./pages/account-info/ProfilePage.tsx'), 'ProfilePage'),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: paths.settings,
  validateSearch: (search: Search): { tab?: string | undefined } => ({ tab: textOf(search.tab) }),
  component: lazyRouteComponent(() => import('./pages/account-info/SettingsPage.tsx'), 'SettingsPage'),
});

const metrics = createRoute({
  getParentRoute: () => signedIn,
  path: paths.metrics,
  validateSearch: (search: Search): { range?: string | undefined } => ({ range: textOf(search.range) }),
  component: lazyRouteComponent(() => import('./pages/MetricsPage.tsx'), 'MetricsPage'),
});

const routeTree = root.addChildren([
  login,
  loginLink,
  visit,
  visitSuccess,
  signedIn.addChildren([
    home,
    billingRefresh,
    billing,
    invoice,
    payments,
    makePayment,
    managePaymentMethods,
    paymentSuccess,
    paymentReceipt,
    giftCard,
    profile,
    settings,
    metrics,
  ]),
]);

/** The portal's pages below `/myaccount`; each loads when it is first shown or hovered. */
export const router = createRouter({
  routeTree,
  basepath: import.meta.env.BASE_URL,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: UnexpectedError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Where an account switch leads, for pages that belong to one account. */
    afterAccountSwitch?: string;
  }
}

import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { hasStorage } from '../api/browser-storage.ts';
import { loadScript } from '../api/connection.ts';
import { stringifySearch } from '../api/plain-search.ts';
import { type AnyQuery, loadQueries, queryClient } from '../api/query-client.ts';
import { currentSession } from '../api/session.ts';
import { type AccountIds, selectedAccountIds } from '../features/accounts/account-ids.ts';
import { accountQuery, billingAccountQuery } from '../features/accounts/accounts.queries.ts';
import { showAccount, showLinkedAccount } from '../features/accounts/show-account.ts';
import { pathInside } from './inside-path.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { paths } from './paths.ts';
import { UnexpectedError } from './UnexpectedError.tsx';

type Search = Record<string, unknown>;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns a function that keeps these parameters of an address: each a text, or undefined. */
export function search<const Name extends string>(...names: Name[]) {
  return (given: Search) =>
    Object.fromEntries(names.map((name) => [name, textOf(given[name])])) as {
      [N in Name]?: string | undefined;
    };
}

/** Returns a component that loads when it is first needed. */
export function shown(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => ({ default: await loadScript(load) }));
}

/** What all pages belong to. */
export const root = createRootRoute({
  notFoundComponent: shown(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage),
});

/** Returns the route of the page of a mailed link, which needs no session: what its token leads to is loaded first. */
export function linkPage<const Path extends `${string}/$token`>(
  path: Path,
  query: (token: string) => AnyQuery,
  show: () => Promise<ComponentType>,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: ({ params }) => loadQueries([query((params as { readonly token: string }).token)]),
    component: shown(show),
  });
}

/**
 * Leads on who is signed in already; for others, nothing of an earlier session is kept. Without storage the page that loads
 * anew says what to allow.
 */
export function admitVisitor({ search: { returnTo } }: { search: { returnTo?: string | undefined } }): void {
  if (!hasStorage()) throw redirect({ to: paths.login, search: { returnTo }, reloadDocument: true });
  if (currentSession()) throw redirect({ href: pathInside(returnTo) ?? paths.home, replace: true });
  queryClient.clear();
}

/** Returns the target of a deeplink; the current page without the parameter when the target is not a page (SHELL-9). */
function afterDeeplink({ pathname, search: given }: { pathname: string; search: Search }): string {
  const stay = pathname + stringifySearch({ ...given, deeplink: undefined });
  return pathInside(textOf(given.deeplink)) ?? stay;
}

/** What all pages of a session belong to. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: search<'deeplink' | 'account'>('deeplink', 'account'),
  beforeLoad: async ({ location, search: { deeplink, account } }) => {
    const { href } = location;
    // Home needs no mention: sign-in leads there by default.
    const back = href === paths.home ? {} : { returnTo: href };
    if (!currentSession()) throw redirect({ to: paths.login, search: back });
    // A link that left the portal names its account (SHELL-15).
    if (account !== undefined) {
      if (!(await showLinkedAccount(account)))
        throw redirect({ to: paths.otherSignIn, search: back, replace: true });
      const rest = stringifySearch({ ...location.search, account: undefined });
      throw redirect({ href: location.pathname + rest, replace: true });
    }
    if (deeplink !== undefined) throw redirect({ href: afterDeeplink(location), replace: true });
  },
  component: shown(async () => (await import('./Shell.tsx')).SignedInShell),
});

/** What decides which queries a page begins with. */
export interface PageState<Name extends string> extends AccountIds {
  readonly billingAccountId: string;
  readonly search: { readonly [N in Name]?: string | undefined };
  readonly params: Readonly<Record<string, string>>;
}

interface Page<Path extends string, Name extends string> {
  readonly path: Path;
  /** What is shown while it loads: the text of its title, and as many cards as it begins with. */
  readonly skeleton: readonly [title: string, cards: number];
  /** Parameters that its address may have. */
  readonly search?: readonly Name[];
  /** What it shows at first: loaded before it is drawn, and again for each account (SHELL-6). */
  readonly queries: (state: PageState<Name>) => readonly AnyQuery[];
  readonly show: () => Promise<ComponentType>;
  /** Of a page about a bill or a payment: the number of its account, once that is loaded. The page acts on no other. */
  readonly accountOf?: (state: PageState<Name>) => string | undefined;
  /** Where an account switch leads, for a page that belongs to one account. */
  readonly afterAccountSwitch?: string;
}

/** Returns the route of a page of the signed-in portal. */
export function page<const Path extends string, const Name extends string = never>(row: Page<Path, Name>) {
  return createRoute({
    getParentRoute: () => signedIn,
    path: row.path,
    validateSearch: search<Name>(...(row.search ?? [])),
    // With another account it is another page to the router: the one before stays until the new data is there.
    loaderDeps: ({ search: given }) => ({ search: given, account: selectedAccountIds() }),
    // A link that is hovered or touched loads the script alone: no call is made for a page that is not opened.
    preload: false,
    loader: async ({ deps, params, location }) => {
      const ids = deps.account;
      if (!ids) return;
      const [account, billing] = [accountQuery(ids), billingAccountQuery(ids.accountNumber)];
      if (!ids.billingAccountId) await loadQueries([billing]);
      const billingAccountId = ids.billingAccountId ?? queryClient.getQueryData(billing.queryKey)?.id;
      if (!billingAccountId) return;
      const state = { ...ids, billingAccountId, search: deps.search, params } as PageState<Name>;
      // All at once: on a slow connection each wait for another answer takes a second.
      await loadQueries([account, billing, ...row.queries(state)]);
      const own = row.accountOf?.(state);
      if (own && showAccount(own)) throw redirect({ href: location.href, replace: true });
    },
    component: shown(row.show),
    pendingComponent: () => createElement(PageSkeleton, { title: row.skeleton[0], cards: row.skeleton[1] }),
    // Within the shell, which still works.
    errorComponent: UnexpectedError,
    staticData: row.afterAccountSwitch ? { afterAccountSwitch: row.afterAccountSwitch } : {},
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Where an account switch leads, for pages that belong to one account. */
    afterAccountSwitch?: string;
  }
}

import type { Language } from '@myaccount/contract/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { parseSearch, stringifySearch } from '../api/plain-search.ts';
import { queryClient } from '../api/query-client.ts';
import { paths } from '../app/paths.ts';
import {
  accountQuery,
  billingAccountQuery,
  SelectedAccountContext,
} from '../features/accounts/accounts.queries.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { speak } from './page.tsx';
import { accountNumber, customerId } from './page-data.ts';

interface PageOptions {
  /** Path of the page; all other pages are empty. */
  readonly at?: string;
  readonly language?: Language;
}

/** Renders one page as the signed-in shell does, for the account of page-data. */
export async function renderPage(page: ReactElement, { at = '/', language = 'en' }: PageOptions = {}) {
  Element.prototype.scrollIntoView ??= () => undefined;
  await speak(language);
  queryClient.clear();
  const root = createRootRoute();
  const [shownPath = '/'] = at.split('?');
  const routes = Object.values(paths).map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => (path === shownPath ? page : null) }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  });
  const loadedByShell = [
    queryClient.prefetchQuery({ ...accountQuery({ accountNumber, customerId }), retry: false }),
    queryClient.prefetchQuery({ ...billingAccountQuery(accountNumber), retry: false }),
  ];
  await Promise.all([router.load(), ...loadedByShell]);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <SelectedAccountContext value={{ accountNumber, customerId }}>
        <RouterProvider router={router as never} />
      </SelectedAccountContext>
      <ToastRegion />
    </QueryClientProvider>,
  );
  return { ...view, path: () => router.state.location.pathname };
}

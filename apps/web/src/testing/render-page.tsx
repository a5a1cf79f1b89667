import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactElement } from 'react';
import { initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import { joinLocale } from '../../build/joined-locales.ts';
import { createQueryClient } from '../api/query-client.ts';
import { paths } from '../app/paths.ts';
import { parseSearch, stringifySearch } from '../app/plain-search.ts';
import { theme } from '../app/theme.ts';
import { SelectedAccountContext } from '../features/accounts/selected-account.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { accountNumber, customerId } from './page-data.ts';

/** A busy machine is slow, not wrong. */
const patienceMs = 10_000;
configure({ asyncUtilTimeout: patienceMs });

/** What jsdom has not and the pages ask for. */
function standInForBrowser(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView ??= () => undefined;
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
}

async function speak(language: string): Promise<void> {
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: joinLocale(language) } },
    interpolation: { escapeValue: false },
  });
}

/** Shows a page at an address as the signed-in shell does, with the texts of a language; other pages are empty. */
export async function renderPage(page: ReactElement, { at = '/', language = 'en' } = {}) {
  standInForBrowser();
  await speak(language);
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
  await router.load();
  const view = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <SelectedAccountContext value={{ accountNumber, customerId, role: 'primary' }}>
          <RouterProvider router={router as never} />
        </SelectedAccountContext>
        <ToastRegion />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, path: () => router.state.location.pathname, leave: cleanup };
}

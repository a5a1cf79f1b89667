import { MantineProvider } from '@mantine/core';
import type { Flags } from '@myaccount/contract/flags';
import type { Language } from '@myaccount/contract/languages';
import type { WebConfig } from '@myaccount/contract/web-config';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { developmentConfig } from '../api/development-config.ts';
import type { Session } from '../api/session.ts';
import { installBrowser, startTexts } from './page.tsx';

interface OpenPortalOptions {
  readonly path: string;
  readonly session?: Session;
  readonly flags?: Partial<Flags>;
  readonly config?: Partial<WebConfig>;
  /** What other tabs left in local storage. */
  readonly localStorage?: Readonly<Record<string, string>>;
  /** Of the window, in pixels. */
  readonly width?: number;
  readonly language?: Language;
}

function putConfig(options: OpenPortalOptions): void {
  const config = {
    ...developmentConfig,
    ...options.config,
    flags: { ...developmentConfig.flags, ...options.flags },
  };
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'web-config';
  element.textContent = JSON.stringify(config);
  document.head.replaceChildren(element);
}

/** Opens the whole portal at a path, in a tab that holds only `session`; modules are loaded again. */
export async function openPortal(options: OpenPortalOptions) {
  installBrowser(options.width);
  putConfig(options);
  localStorage.clear();
  for (const [key, value] of Object.entries(options.localStorage ?? {})) localStorage.setItem(key, value);
  if (options.session) sessionStorage.setItem('auth-token', JSON.stringify(options.session));
  window.history.replaceState(null, '', options.path);
  await startTexts(options.language);
  vi.resetModules();
  const { router } = await import('../app/router.tsx');
  const { ToastRegion } = await import('../ui/ToastRegion.tsx');
  const view = render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
      <ToastRegion />
    </MantineProvider>,
  );
  return { router, ...view };
}

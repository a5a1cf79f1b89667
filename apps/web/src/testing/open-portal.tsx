import type { Language } from '@myaccount/contract/languages';
import { render } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { openSession, type Session } from '../api/session.ts';
import { createPortal } from '../app/Portal.tsx';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { installBrowser, speak } from './page.tsx';
import { type ConfigChanges, changeConfig } from './web-config.ts';

interface OpenPortalOptions {
  readonly path: string;
  readonly session?: Session;
  readonly config?: ConfigChanges;
  /** What other tabs left in local storage. */
  readonly localStorage?: Readonly<Record<string, string>>;
  /** Of the window, in pixels. */
  readonly width?: number;
  readonly language?: Language;
}

/** Opens the whole portal at a path, with its own router, in a tab that holds only `session`. */
export async function openPortal(options: OpenPortalOptions) {
  installBrowser(options.width);
  queryClient.clear();
  if (options.config) changeConfig(options.config);
  if (options.session) openSession(options.session);
  for (const [key, value] of Object.entries(options.localStorage ?? {})) localStorage.setItem(key, value);
  window.history.replaceState(null, '', options.path);
  await speak(options.language);
  const { router, Portal } = createPortal();
  onTestFinished(() => router.history.destroy());
  const view = render(
    <>
      <Portal />
      <ToastRegion />
    </>,
  );
  return { router, ...view };
}

import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { dropEarly } from '../api/request.ts';
import { keepServerTime } from '../api/server-time.ts';
import { closeSession } from '../api/session.ts';
import { restoreLinks } from '../ui/second-press.ts';
import { dismissToast, shownToasts } from '../ui/toasts.ts';
import { installBrowser, speak } from './page.tsx';
import { takeShownLooseTexts, watchLooseTexts } from './shown-loose-texts.ts';

/** Generous, because a busy machine is slow. */
const asyncTimeoutMs = 40_000;
configure({ asyncUtilTimeout: asyncTimeoutMs });

watchLooseTexts();

/** All files share one tab: each test finds it as if it had just been opened. */
beforeEach(async () => {
  installBrowser();
  await speak();
  closeSession();
  queryClient.clear();
  onlineManager.setOnline(true);
  dropEarly();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the only one that a page reads
  document.cookie = 'pin-popover=0; Path=/; Max-Age=0';
  window.history.replaceState(null, '', '/');
  for (const { id } of shownToasts()) dismissToast(id);
  restoreLinks();
});

afterEach(() => {
  const loose = takeShownLooseTexts();
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
  keepServerTime(new Headers({ date: new Date().toUTCString() }));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(loose, 'texts without an element of their own').toEqual([]);
});

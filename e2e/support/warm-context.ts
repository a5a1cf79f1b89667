import { type BrowserContext, test as base } from '@playwright/test';

interface WarmContext {
  context?: BrowserContext;
}

/**
 * Tests whose pages share one context per worker, so that the browser has compiled the scripts before. A page finds
 * nothing that another has stored: neither cookies nor local storage, and its tab is new.
 */
export const warmTest = base.extend<object, { warm: WarmContext }>({
  warm: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const warm: WarmContext = {};
      await use(warm);
      await warm.context?.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, warm, baseURL }, use) => {
    warm.context ??= await browser.newContext();
    await warm.context.clearCookies();
    const page = await warm.context.newPage();
    const client = await warm.context.newCDPSession(page);
    const { origin } = new URL(baseURL ?? '');
    await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
    await client.detach();
    await use(page);
    await page.close();
  },
});

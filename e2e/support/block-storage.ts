import type { Page } from '@playwright/test';

/** Makes pages see a browser whose settings block site data. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError');
        },
      });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
  });
}

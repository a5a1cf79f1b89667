import type { Page } from '@playwright/test';

const defaultPx = 16;

/** 200 % text. */
export const largePx = 32;

/** Sets the browser's default font size, as a customer does in its settings. Media queries follow. */
export async function useLargeText(page: Page, isLarge: boolean): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: isLarge ? largePx : defaultPx } });
  await client.detach();
}

/** Returns the font size of the open page’s root, in pixels. A picture taller than the screen sets it back to 16. */
export function rootFontPx(page: Page): Promise<number> {
  return page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
}

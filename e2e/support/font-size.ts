import type { Page } from '@playwright/test';

const defaultPx = 16;
const largePx = 32;

/** Sets the browser's default font size, as a customer does in its settings: 32 px is 200 % text. Media queries follow. */
export async function useLargeText(page: Page, isLarge: boolean): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: isLarge ? largePx : defaultPx } });
  await client.detach();
}

import type { CDPSession, Frame, Page } from '@playwright/test';

export const defaultPx = 16;

/** 200 % text. */
export const largePx = 32;

/** Sets the browser's default font size, as a customer does in its settings. Media queries follow, and so do frames. */
export async function useLargeText(page: Page, isLarge: boolean): Promise<void> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const clients = await Promise.all([page, ...frames].map((target) => openClient(page, target)));
  for (const client of clients.filter((one) => one !== undefined)) {
    await client.send('Page.setFontSizes', { fontSizes: { standard: isLarge ? largePx : defaultPx } });
    await client.detach();
  }
}

/** A frame of the page's own process has no session: it follows the page. */
async function openClient(page: Page, target: Page | Frame): Promise<CDPSession | undefined> {
  try {
    return await page.context().newCDPSession(target);
  } catch (error) {
    if (target === page) throw error;
    return undefined;
  }
}

/** Returns the font size of the open page’s root, in pixels. A picture taller than the screen sets it back to 16. */
export function rootFontPx(page: Page): Promise<number> {
  return page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
}

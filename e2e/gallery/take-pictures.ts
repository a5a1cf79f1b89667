import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { galleryFolder, pictureFile } from './index-page.ts';
import { applyLook, type Look } from './looks.ts';

/**
 * Takes a full-page picture of the open page in each look. A dialog scrolls inside, so the screen grows to show all of
 * it. With large text the screen grows to the whole page, since Chromium loses the font size in a picture that is taller
 * than the screen. An open menu shows on the screen alone: for a taller picture the browser makes the window tiny for a
 * moment, which closes menus.
 */
export async function takePictures(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  for (const look of looks) {
    await applyLook(page, look);
    const isLargeText = look.isLargeText ?? false;
    const hasMenu = (await page.getByRole('menu').count()) > 0;
    const contentHeight = await heightOf(
      page,
      isLargeText ? 'dialog[open], :root:not(:has(dialog[open]))' : 'dialog[open]',
    );
    const { width, height } = page.viewportSize() ?? { width: look.width, height: 0 };
    if (contentHeight > height) await page.setViewportSize({ width, height: contentHeight });
    await page.screenshot({
      path: join(galleryFolder, pictureFile(name, look)),
      fullPage: !isLargeText && !hasMenu,
      animations: 'disabled',
    });
  }
}

/** Returns the height of the tallest match with all that it scrolls to, in pixels; 0 when nothing matches. */
function heightOf(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (query) => {
    // The page follows a new look a frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Math.max(0, ...[...document.querySelectorAll(query)].map(({ scrollHeight }) => scrollHeight));
  }, selector);
}

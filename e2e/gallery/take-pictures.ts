import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectFit } from '../support/overflow.ts';
import { galleryFolder, pictureFile } from './index-page.ts';
import { applyLook, type Look } from './looks.ts';

/**
 * Takes a full-page picture of the open page in each look, and expects that nobody has to scroll sideways. A dialog scrolls inside, so the screen grows to show all of
 * it. With large text the screen grows to the whole page, since Chromium loses the font size in a picture that is taller
 * than the screen. An open menu or dialog shows on the screen alone: for a taller picture the browser makes the window tiny
 * for a moment, which closes menus, and the shade of a dialog ends with the screen.
 */
export async function takePictures(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  for (const look of looks) {
    await applyLook(page, look);
    await settleFrames(page);
    await expectFit(page, look.name);
    const isLargeText = look.isLargeText ?? false;
    const isScreenOnly = (await page.locator('[role=menu], dialog[open]').count()) > 0;
    await keepFold(page, !isLargeText);
    await growScreen(page, isLargeText ? 'dialog[open], :root:not(:has(dialog[open]))' : 'dialog[open]');
    await page.screenshot({
      path: join(galleryFolder, pictureFile(name, look)),
      fullPage: !isLargeText && !isScreenOnly,
      animations: 'disabled',
    });
  }
}

/** Makes the screen as tall as the tallest match. Gaps that follow the screen grow with it, so it grows twice. */
async function growScreen(page: Page, selector: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const contentHeight = await heightOf(page, selector);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    if (contentHeight > height) await page.setViewportSize({ width, height: contentHeight });
  }
}

/**
 * Waits for the frames of other origins: they load a look again, and ask for their height once they are on the screen. Chase's
 * form asks for none, and scrolls.
 */
async function settleFrames(page: Page): Promise<void> {
  await expect(page.locator('iframe[data-loading]')).toHaveCount(0);
  const [, ...frames] = page.frames();
  for (const frame of frames) {
    await frame.waitForLoadState();
    const element = await frame.frameElement();
    await element.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        if (!(await element.getAttribute('style'))) return 0;
        const { height = 0 } = (await element.boundingBox()) ?? {};
        const needed = await frame.evaluate(() => document.documentElement.getBoundingClientRect().height);
        return Math.abs(height - needed);
      })
      .toBeLessThanOrEqual(1);
  }
}

/** The footer starts at the end of the screen, so it would flee from a screen that grows. */
async function keepFold(page: Page, isKept: boolean): Promise<void> {
  await page.evaluate((isFoldKept) => {
    const fillsScreen = (element: Element) =>
      element.matches('main') || getComputedStyle(element).minHeight === `${innerHeight}px`;
    for (const element of document.querySelectorAll<HTMLElement>('main, main *')) {
      if (isFoldKept) element.style.minHeight = '';
      else if (fillsScreen(element)) element.style.minHeight = '0';
    }
  }, isKept);
}

/** Returns the height of the tallest match with all that it scrolls to, in pixels; 0 when nothing matches. */
function heightOf(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (query) => {
    // The page follows a new look a frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Math.max(0, ...[...document.querySelectorAll(query)].map(({ scrollHeight }) => scrollHeight));
  }, selector);
}

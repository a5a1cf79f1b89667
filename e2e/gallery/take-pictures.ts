import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { galleryFolder, pictureFile } from './index-page.ts';
import { applyLook, type Look } from './looks.ts';

/** Takes a full-page picture of the open page in each look. A dialog scrolls inside, so the screen grows to show all of it. */
export async function takePictures(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  for (const look of looks) {
    await applyLook(page, look);
    const dialogHeight = await page.evaluate(() =>
      Math.max(0, ...[...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.scrollHeight)),
    );
    const { width, height } = page.viewportSize() ?? { width: look.width, height: 0 };
    if (dialogHeight > height) await page.setViewportSize({ width, height: dialogHeight });
    await page.screenshot({
      path: join(galleryFolder, pictureFile(name, look)),
      fullPage: true,
      animations: 'disabled',
    });
  }
}

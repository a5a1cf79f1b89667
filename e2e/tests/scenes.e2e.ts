import { type Language, languageEntries } from '@myaccount/contract/languages';
import { expect, type Page, type TestInfo, test } from '@playwright/test';
import { openScene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { collectLayoutShifts, layoutShiftOf } from '../support/layout-shift.ts';
import { overflowOf } from '../support/overflow.ts';

/** Each width checks all scenes in one language, so that two languages cost as much as one. */
const languageOf = ({ project }: TestInfo): Language => (project.name === 'phone' ? 'es' : 'en');
const widths = [320, 390, 768, 800, 834, 1280];
/** Widths at which a default font of 32 px is checked. */
const largeTextWidths = [390, 1280];

async function overflowsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    found.push(...(await overflowOf(page, `${width}`)));
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of largeTextWidths) {
    await page.setViewportSize({ width, height: 844 });
    found.push(...(await overflowOf(page, `${width}, large text`)));
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return found;
}

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  locale: async ({}, use, info) => use(languageEntries[languageOf(info)].locale),
});

for (const scene of scenes) {
  test(`[LOOK-3] ${scene.name}`, async ({ page }, info) => {
    const isWide = !scene.isPhoneOnly;
    await collectLayoutShifts(page);
    await openScene(page, scene, languageOf(info));
    expect(await layoutShiftOf(page), 'layout shift').toEqual([]);
    if (scene.act) await expect(page.locator('body')).not.toBeFocused();
    await expectAccessible(page);
    if (isWide) expect(await overflowsOf(page), 'scrolls sideways').toEqual([]);
  });
}

import { type Language, languageEntries } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import { textsOfScene } from '../scenes/quoted-texts.ts';
import { actScene, loadScene, openScene, type Scene, settle } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { largePx, rootFontPx, useLargeText } from '../support/font-size.ts';
import { collectLayoutShifts, layoutShiftOf } from '../support/layout-shift.ts';
import { expectFit } from '../support/overflow.ts';
import { test } from '../support/portal-test.ts';
import { collectTexts, expectShown } from '../support/shown-texts.ts';
import { phoneOnly, slow } from '../support/widths.ts';

/** The language with the longer words. `npm run gallery` checks every scene in every language and look. */
const language: Language = 'es';
const largeTextWidth = 390;
/** The narrowest of each layout, in pixels: what fits there fits the wider ones. */
const widths = { phone: 320, tablet: 768, desktop: 992 };

async function expectFitAt(page: Page, width: number, look = `${width} px`): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await expectFit(page, look);
}

/** Returns whether `npm test` takes a scene: one of each page, and what a requirement quotes. */
function isAlways({ name, path }: Scene): boolean {
  const pageOf = (of: string) => of.replace(/[?#].*/, '');
  const first = scenes.find((other) => pageOf(other.path) === pageOf(path));
  return textsOfScene(name).length > 0 || first?.name === name;
}

/** Expects that nothing moved while the page loaded. What moves after a press is its answer. */
async function expectStill(page: Page, { shiftReason }: Scene): Promise<void> {
  if (!shiftReason) expect(await layoutShiftOf(page), 'layout shift').toEqual([]);
}

test.use({ locale: languageEntries[language].locale });

/** What loads has parts that are seen: without their styles they have neither height nor color. */
async function expectGrayParts(page: Page): Promise<void> {
  const part = page.locator('[role="status"] > span:visible').last();
  await expect(part).toBeVisible();
  const color = await part.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(color).not.toBe('rgba(0, 0, 0, 0)');
  expect((await part.boundingBox())?.height).toBeGreaterThan(8);
}

for (const [index, scene] of scenes.entries()) {
  const { isPhoneOnly = false, isWideOnly = false } = scene;
  // Each scene is loaded at one width, every other one at the phone's. `drill -- slow` runs what is wide.
  const isPhone = isPhoneOnly || (isAlways(scene) && !isWideOnly && index % 2 === 1);
  test(`[LOOK-3] ${scene.name}`, {
    tag: isPhone ? phoneOnly : isAlways(scene) ? [] : slow,
  }, async ({ page }) => {
    const texts = textsOfScene(scene.name);
    if (texts.length > 0) await collectTexts(page);
    await collectLayoutShifts(page);
    await loadScene(page, scene, language);
    const address = page.url();
    await expectStill(page, scene);
    await actScene(page, scene, language);
    for (const text of texts) await expectShown(page, text, language);
    if (scene.act) await expect(page.locator('body')).not.toBeFocused();
    if (page.url() !== address) {
      await page.reload();
      await settle(page, scene, language);
      await expectStill(page, scene);
    }
    if (scene.isLoading && scene.act) await expectGrayParts(page);
    const schemes = isPhoneOnly || isWideOnly ? undefined : (['light'] as const);
    await expectAccessible(page, { schemes });
    if (!isWideOnly) await expectFitAt(page, widths.phone);
  });

  if (isPhoneOnly || isWideOnly) continue;
  test(`[LOOK-3] ${scene.name}, at every width`, { tag: slow }, async ({ page }) => {
    await openScene(page, scene, language);
    await expectAccessible(page, { schemes: ['dark'], isLookOnly: true });
    for (const width of Object.values(widths)) await expectFitAt(page, width);
    await useLargeText(page, true);
    await expectFitAt(page, largeTextWidth, 'large text');
    expect(await rootFontPx(page), 'px of the text').toBe(largePx);
  });
}

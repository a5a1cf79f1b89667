import { type Language, languageEntries } from '@myaccount/contract/languages';
import { expect, type Page } from '@playwright/test';
import { textsOfScene } from '../scenes/quoted-texts.ts';
import { actScene, loadScene, type Scene, settle } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { largePx, rootFontPx, useLargeText } from '../support/font-size.ts';
import { collectLayoutShifts, layoutShiftOf } from '../support/layout-shift.ts';
import { expectFit } from '../support/overflow.ts';
import { test } from '../support/portal-test.ts';
import { collectTexts, expectShown } from '../support/shown-texts.ts';
import { isSlowRun, phoneOnly, slow } from '../support/widths.ts';

/** The language with the longer words. `npm run gallery` checks every scene in every language and look. */
const language: Language = 'es';
const phoneWidth = 390;
const desktopWidth = 1280;
/** The narrowest of each layout: what fits there fits the wider ones. */
const widths = [320, 768, 992];

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
}

/** Expects that the page fits the narrowest phone; in a slow run every width, and text twice as large a phone. */
async function expectNoOverflow(page: Page): Promise<void> {
  const expectFitAt = async (width: number, where: string) => {
    await setWidth(page, width);
    await expectFit(page, where);
  };
  for (const width of isSlowRun ? widths : widths.slice(0, 1)) await expectFitAt(width, `${width} px`);
  if (!isSlowRun) return;
  await useLargeText(page, true);
  await expectFitAt(phoneWidth, `large text, ${phoneWidth} px`);
  expect(await rootFontPx(page), 'px of the text').toBe(largePx);
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
  // Each scene is loaded at one width, every other one at the phone's; a slow run then looks at it in the other.
  const isPhone = isPhoneOnly || (!isWideOnly && index % 2 === 1);
  const tag = [...(isPhone ? [phoneOnly] : []), ...(isSlowRun || !isAlways(scene) ? [slow] : [])];
  test(`[LOOK-3] ${scene.name}`, { tag }, async ({ page }) => {
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
    if (isPhoneOnly || isWideOnly) return await expectAccessible(page);
    await expectAccessible(page, { schemes: ['light'] });
    if (isSlowRun) {
      await setWidth(page, isPhone ? desktopWidth : phoneWidth);
      await expectAccessible(page, { schemes: ['dark'], isLookOnly: true });
    }
    await expectNoOverflow(page);
  });
}

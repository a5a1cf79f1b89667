import { type Language, languageEntries } from '@myaccount/contract/languages';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { actScene, loadScene, type Scene, settle } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { largePx, rootFontPx, useLargeText } from '../support/font-size.ts';
import { collectLayoutShifts, layoutShiftOf } from '../support/layout-shift.ts';
import { overflowOf } from '../support/overflow.ts';
import { test } from '../support/portal-test.ts';
import { phone } from '../support/widths.ts';

/** Each width checks all scenes in one language, so that two languages cost as much as one. */
const languageOf = ({ project }: TestInfo): Language => (project.name === 'phone' ? 'es' : 'en');
/**
 * Colors depend neither on the width nor on the language: each width checks them in one scheme. What no look decides is
 * checked at the desktop.
 */
const checkedOf = ({ project }: TestInfo) =>
  project.name === 'phone'
    ? ({ schemes: ['dark'], isLookOnly: true } as const)
    : ({ schemes: ['light'] } as const);
/** The desktop checks the wide half of the widths, the phone the narrow one; each ends with one for text of 32 px. */
const widthsOf = ({ project }: TestInfo): number[] =>
  project.name === 'phone' ? [320, 768, 390] : [800, 834, 1280];

async function expectNoOverflow(page: Page, widths: readonly number[]): Promise<void> {
  const expectFit = async (width: number, where: string) => {
    await page.setViewportSize({ width, height: 844 });
    // The page follows a new width a moment later.
    await expect.poll(() => overflowOf(page), { message: where }).toEqual([]);
  };
  for (const width of widths) await expectFit(width, `${width} px`);
  await useLargeText(page, true);
  await expectFit(widths.at(-1) ?? 0, 'large text');
  expect(await rootFontPx(page), 'px of the text').toBe(largePx);
}

/** Expects that nothing moved while the page loaded. What moves after a press is its answer. */
async function expectStill(page: Page, { shiftReason }: Scene): Promise<void> {
  if (!shiftReason) expect(await layoutShiftOf(page), 'layout shift').toEqual([]);
}

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  locale: async ({}, use, info) => use(languageEntries[languageOf(info)].locale),
});

/** What loads has parts that are seen: without their styles they have neither height nor color. */
async function expectGrayParts(page: Page): Promise<void> {
  const part = page.locator('.mantine-Skeleton-root:visible').last();
  await expect(part).toBeVisible();
  const color = await part.evaluate((element) => getComputedStyle(element, '::after').backgroundColor);
  expect(color).not.toBe('rgba(0, 0, 0, 0)');
  expect((await part.boundingBox())?.height).toBeGreaterThan(8);
}

for (const scene of scenes) {
  test(`[LOOK-3] ${scene.name}`, { tag: phone }, async ({ page }, info) => {
    const isEverywhere = !scene.isPhoneOnly && !scene.isWideOnly;
    const language = languageOf(info);
    await collectLayoutShifts(page);
    await loadScene(page, scene, language);
    const address = page.url();
    await expectStill(page, scene);
    await actScene(page, scene, language);
    if (scene.act) await expect(page.locator('body')).not.toBeFocused();
    if (page.url() !== address) {
      await page.reload();
      await settle(page, scene, language);
      await expectStill(page, scene);
    }
    if (scene.isLoading) await expectGrayParts(page);
    await expectAccessible(page, isEverywhere ? checkedOf(info) : {});
    if (isEverywhere) await expectNoOverflow(page, widthsOf(info));
  });
}

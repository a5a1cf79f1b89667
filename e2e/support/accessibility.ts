import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const phoneWidth = 768;

/**
 * Expects no violation of WCAG 2.2 AA and no horizontal scrolling. Colors are the same at every width, so the dark
 * scheme is checked on desktop only.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isDesktop = (page.viewportSize()?.width ?? 0) > phoneWidth;
  for (const colorScheme of isDesktop ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).withTags(wcag22aa).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((n) => n.target).join(' | ')}`,
    );
    expect(found).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the page scrolls horizontally').toBeLessThanOrEqual(0);
}

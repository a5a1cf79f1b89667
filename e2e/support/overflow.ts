import type { Page } from '@playwright/test';

/**
 * Returns what is wider than the open page, or than the open dialog, as `ELEMENT by PIXELS`; nothing when nobody
 * has to scroll sideways.
 */
export function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollers = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
    return scrollers.flatMap((scroller) => {
      const by = scroller.scrollWidth - scroller.clientWidth;
      if (by <= 0) return [];
      const edge = scroller.getBoundingClientRect().left + scroller.clientWidth;
      const widest = [...scroller.querySelectorAll('*')].find(
        (element) => element.getBoundingClientRect().right > edge + 0.5,
      );
      return [`${widest?.tagName} ${widest?.getAttribute('class')} by ${by} px`];
    });
  });
}

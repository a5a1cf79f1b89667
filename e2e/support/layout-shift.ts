import type { Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface ShiftWindow {
  layoutShifts?: string[];
}

/** What nobody sees: a fraction of a pixel when the font arrives. A good page has at most 0.1 in all (web.dev/cls). */
const imperceptible = 0.0005;

/** Records every layout shift of the pages that load from now on; call it before the page loads. */
export async function collectLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript((smallest) => {
    const shifts: string[] = [];
    (window as ShiftWindow).layoutShifts = shifts;
    const nameOf = (node: Node | null) =>
      node instanceof Element
        ? `${node.tagName}.${node.getAttribute('class') ?? ''}`
        : String(node?.nodeName);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        // What moves within half a second of a press was asked for.
        if (entry.hadRecentInput || entry.value < smallest) continue;
        shifts.push(`${entry.value.toFixed(4)}: ${entry.sources.map(({ node }) => nameOf(node)).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, imperceptible);
}

/** Returns the layout shifts of the open page so far, each with what moved. */
export function layoutShiftOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as ShiftWindow).layoutShifts ?? []);
}

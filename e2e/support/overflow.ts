import { expect, type Page } from '@playwright/test';

/** Expects that nobody has to scroll sideways, and that no words lie over others. The page follows a new look a moment later. */
export async function expectFit(page: Page, look: string): Promise<void> {
  await expect
    .poll(async () => [...(await overflowOf(page)), ...(await overlapsOf(page))], { message: look })
    .toEqual([]);
}

/**
 * Returns what is wider than the open page, or than the open dialog, as `ELEMENT by PIXELS`; nothing when nobody
 * has to scroll sideways.
 */
function overflowOf(page: Page): Promise<string[]> {
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

/**
 * Returns which words of the open page, or of the open dialog, lie over others, as `“ONE” over “OTHER”`. What is positioned
 * over the rest, such as a menu or a bar, may.
 */
function overlapsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const words: { text: string | undefined; layer: Element | undefined; box: DOMRect }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      for (const line of linesOf(node)) {
        const box = shownPart(line, element);
        if (box.width > 2 && box.height > 2)
          words.push({ text: node.textContent?.trim(), layer: layerOf(element), box });
      }
    }
    return words.flatMap((one, index) =>
      words
        .slice(index + 1)
        .filter((other) => meets(one.box, other.box) && one.layer === other.layer)
        .map((other) => `“${one.text}” over “${other.text}”`),
    );

    /** Returns the lines of a text without the room above and below its letters. */
    function linesOf(node: Node): DOMRect[] {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].map(
        ({ x, y, width, height }) => new DOMRect(x + 1, y + height / 4, width - 2, height / 2),
      );
    }

    function shownPart(box: DOMRect, element: Element): DOMRect {
      let { left, top, right, bottom } = box;
      for (let around: Element | null = element; around && around !== root; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const edge = around.getBoundingClientRect();
        left = Math.max(left, edge.left);
        top = Math.max(top, edge.top);
        right = Math.min(right, edge.right);
        bottom = Math.min(bottom, edge.bottom);
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    }

    function meets(one: DOMRect, other: DOMRect): boolean {
      return (
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
      );
    }

    /** Returns what is positioned around an element: words of different layers may meet. */
    function layerOf(element: Element): Element | undefined {
      for (let around: Element | null = element; around; around = around.parentElement) {
        if (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(around).position)) return around;
      }
      return undefined;
    }
  });
}

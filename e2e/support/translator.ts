import type { Page } from '@playwright/test';

/**
 * Translates every page that loads from now on as browsers do, to the same words: each text node gives way to one in a `font`,
 * once the page has loaded and whenever a text appears.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
        node.nodeValue?.trim() && !node.parentElement?.closest('font, svg, script, style, textarea')
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_REJECT,
      );
      const nodes: Node[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      for (const node of nodes) {
        const font = document.createElement('font');
        font.textContent = node.nodeValue;
        node.parentNode?.replaceChild(font, node);
      }
    };
    addEventListener('load', () => {
      translate();
      new MutationObserver(translate).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
  });
}

/** What differs between two visits: references of payments and failures, times, and what is left of a wait. */
const ownOfVisit = /[0-9A-Z]{4}-[0-9A-Z]{4}|(?<=Reference:)[0-9a-f]{8}|\d{1,2}(?::\d\d){1,2}|\d+minutes?/g;

/** Returns the text of the open page without the space in it, and with X for what differs between two visits. */
export async function visibleText(page: Page): Promise<string> {
  const text = await page.evaluate(() => document.body.innerText);
  return text.replaceAll(/\s/g, '').replaceAll(ownOfVisit, 'X');
}

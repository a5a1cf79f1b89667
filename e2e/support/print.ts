import type { Page } from '@playwright/test';

/** The width of Letter paper within Chromium’s margins of 0.4 inches, in pixels. */
const letterWidth = 739;
/** Between two parts of a line, in pixels. */
const leastGap = 4;
/** What says how something stands: badges, switches, and the choice that holds. */
const states = '[data-tone], [role="switch"], label[data-chosen]';

/** What is wrong with a page on paper; nothing where its lists are empty. */
export interface PrintProblems {
  /** Controls that are printed: nothing can be pressed on paper. */
  readonly controls: string[];
  /** States that the screen shows and the paper does not. */
  readonly lostStates: string[];
  /** Texts of different parts without a space between them, or beyond the edge. */
  readonly collisions: string[];
  /** True when the logo is on top, and nothing covers it. */
  readonly hasLogo: boolean;
}

/** Shows the open page as it prints on Letter paper, and returns what is wrong there. The page stays so. */
export async function printProblems(page: Page): Promise<PrintProblems> {
  const shown = await page.evaluate(shownTexts, states);
  await page.setViewportSize({ width: letterWidth, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(shownTexts, states);
  return {
    controls: await page.evaluate(shownTexts, 'button:not([role="switch"]), a[data-variant], input, nav a'),
    lostStates: shown.filter((text) => !printed.includes(text)),
    collisions: collisionsOf(await page.evaluate(printedTexts)),
    hasLogo: await page.evaluate(isLogoOnTop),
  };
}

/** Runs in the page. */
function shownTexts(selector: string): string[] {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const isBehind = (element: Element) =>
    document.querySelector('dialog[open]') !== null && !element.closest('dialog[open]');
  return all
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .filter((element) => !isBehind(element))
    .map((element) => element.innerText.trim() || element.tagName);
}

/** Runs in the page. */
function isLogoOnTop(): boolean {
  const dialogTop =
    document.querySelector('dialog[open]')?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  return [...document.querySelectorAll('picture > img')].some((image) => {
    const { width, bottom } = image.getBoundingClientRect();
    return image.checkVisibility() && width > 0 && bottom < 100 && bottom <= dialogTop;
  });
}

/** A text, where it stands, and the part of a row, a grid, or a page that it belongs to. */
interface PrintedText {
  readonly text: string;
  readonly part: number;
  readonly box: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
}

/** Runs in the page. */
function printedTexts(): PrintedText[] {
  const parts: Element[] = [];
  const isPart = (element: Element) =>
    !getComputedStyle(element).display.startsWith('inline') ||
    /flex|grid|table/.test(getComputedStyle(element.parentElement ?? element).display);
  const partOf = (element: Element): Element =>
    isPart(element) ? element : partOf(element.parentElement ?? document.body);
  // What is for screen readers only takes a pixel, or is cut away.
  const isHidden = (element: Element): boolean => {
    const { display, clipPath } = getComputedStyle(element);
    const isTiny = display !== 'contents' && element.getBoundingClientRect().width <= 1;
    const { parentElement } = element;
    return isTiny || clipPath === 'inset(50%)' || (parentElement !== null && isHidden(parentElement));
  };
  const isShown = (element: Element) => element.checkVisibility() && !isHidden(element);
  const walker = document.createTreeWalker(
    document.querySelector('dialog[open]') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const texts: PrintedText[] = [];
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!textContent?.trim() || !parentElement || !isShown(parentElement)) continue;
    const part = partOf(parentElement);
    if (!parts.includes(part)) parts.push(part);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const { left, right, top, bottom } of range.getClientRects())
      if (right - left > 1)
        texts.push({
          text: textContent.trim(),
          part: parts.indexOf(part),
          box: { left, right, top, bottom },
        });
  }
  return texts;
}

/** Returns texts of different parts that stand on one line without a space between them, and those beyond the edge. */
function collisionsOf(texts: readonly PrintedText[]): string[] {
  const isAside = ({ box }: PrintedText, other: PrintedText) =>
    Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 2;
  const gapOf = ({ box }: PrintedText, other: PrintedText) =>
    Math.max(box.left, other.box.left) - Math.min(box.right, other.box.right);
  const collides = (one: PrintedText, other: PrintedText) =>
    one.part !== other.part && isAside(one, other) && gapOf(one, other) < leastGap;
  const pairs = texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter((other) => collides(one, other))
      .map((other) => `${one.text} | ${other.text}`),
  );
  return [...texts.filter(({ box }) => box.right > letterWidth).map(({ text }) => text), ...pairs];
}

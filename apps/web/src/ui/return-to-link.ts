/** Longer than a page takes to show a list that is loaded already. */
const patienceMs = 3_000;

/** True while nobody has chosen what has the focus: it is nowhere, or where a new page puts it. */
function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active instanceof HTMLHeadingElement;
}

/**
 * Focuses the link to `href` as soon as the page shows it, so that a customer who closes what the link opened is back at
 * its row; again when the list is redrawn. Ends after a while, or when something else takes the focus.
 */
export function returnToLink(href: string): void {
  const end = performance.now() + patienceMs;
  const leadsThere = (element: Element | null) => element?.getAttribute('href') === href;
  function look(): void {
    if (performance.now() > end) return;
    if (!leadsThere(document.activeElement)) {
      if (!isFocusFree()) return;
      [...document.querySelectorAll('a')].find(leadsThere)?.focus();
    }
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}

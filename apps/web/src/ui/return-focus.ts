/**
 * Focuses what had the focus before or, when that is gone or disabled, the heading of what is on top, so that the focus is never lost
 * to the body.
 */
export function returnFocus(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  if (isThere) before.focus({ preventScroll: true });
  // A button that is disabled by now does not take it.
  if (!isThere || document.activeElement !== before) focusHeading();
}

/** Focuses the title of the dialog on top, or of the page: beneath a modal dialog nothing takes the focus. */
function focusHeading(): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const heading = (dialog ?? document).querySelector<HTMLElement>(dialog ? 'h2' : 'h1');
  heading?.focus({ preventScroll: true });
}

/** Focuses what had the focus before, or the page's heading when that is gone, so that it is never lost to the body. */
export function returnFocus(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const target = isThere ? before : document.querySelector<HTMLElement>('h1');
  target?.focus({ preventScroll: true });
}

/** Longer than people take between the two presses of a double click. */
const doubleClickMs = 600;

function stopLink(event: MouseEvent): void {
  // The keyboard chooses a link first: its press (a click of no count) is no second one.
  if (event.detail === 0) return;
  if (!(event.target instanceof Element) || !event.target.closest('a[href]')) return;
  event.preventDefault();
  event.stopPropagation();
}

/** For a moment no link works: the second press of a double click may be on one that the first has put there. */
export function ignoreSecondPress(): void {
  addEventListener('click', stopLink, true);
  setTimeout(restoreLinks, doubleClickMs);
}

/** Lets links work again. */
export function restoreLinks(): void {
  removeEventListener('click', stopLink, true);
}

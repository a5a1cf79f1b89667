/** Matches the smallest element that shows a text, of which parts are in elements of their own. */
export function wholeText(text: string) {
  const shows = (element: Element | null) => element?.textContent === text;
  return (_: string, element: Element | null) =>
    shows(element) && ![...(element?.children ?? [])].some((child) => shows(child));
}

/** Matches the element that shows a payment method, whose digits stand in an element of their own. */
export function methodText(name: string) {
  return (ownText: string, element: Element | null) => ownText !== '' && element?.textContent === name;
}

/** Matches the element that shows a payment method, whose digits are in a separate element. */
export function methodText(name: string) {
  return (ownText: string, element: Element | null) => ownText !== '' && element?.textContent === name;
}

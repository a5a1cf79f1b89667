/** Twelve digits or more, spaced or dashed, can be a card’s or an account’s number. */
const longNumber = /\d(?:[ -]?\d){11,}/g;

/** Masks what could be a card or bank number in a text from a page: such numbers are never kept. */
export function withoutLongNumbers(text: string): string {
  return text.replace(longNumber, (digits) => `…${digits.slice(-4)}`);
}

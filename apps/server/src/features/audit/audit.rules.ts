/** At least 12 digits, with or without spaces or dashes: possibly a card or bank account number. */
const longNumber = /\d(?:[ -]?\d){11,}/g;

/** Masks possible card and bank account numbers in a page's text, because they must never be stored. */
export function withoutLongNumbers(text: string): string {
  return text.replace(longNumber, (digits) => `…${digits.slice(-4)}`);
}

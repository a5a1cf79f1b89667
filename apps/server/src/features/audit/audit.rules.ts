/** At least 12 digits, with or without spaces or dashes: possibly a card or bank account number. */
const longNumber = /\d(?:[ -]?\d){11,}/g;

/** Masks possible card and bank account numbers in a page's text, because they must never be stored. */
export function withoutLongNumbers(text: string): string {
  return text.replace(longNumber, (digits) => `…${digits.slice(-4)}`);
}

/** Digits that could be a whole card or bank account number: 13 in a row, or in groups that stand alone. */
const numberInFull = /\d{13}|(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/;

/** Returns whether a text may hold a whole card or bank account number. */
export function holdsFullNumber(text: string): boolean {
  return numberInFull.test(text);
}

/** Returns whether an event belongs in the audit trail: a step or error of adding a payment method (METHODS-5). */
export function isAudited(action: string): boolean {
  return action.startsWith('payment-methods.');
}

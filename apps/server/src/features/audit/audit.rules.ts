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

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const secretName = /^(?:pin|otp|code|token|secret|password)$/i;

/**
 * Returns the detail of an entry for an operator. Entries hold no secret or full number; should one ever get in, it is
 * masked here too.
 */
export function maskDetail(value: unknown, name = ''): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (secretName.test(name)) return '…';
  if (Array.isArray(value)) return value.map((item) => maskDetail(item));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskDetail(item, key)]));
  }
  const text = String(value);
  const masked = uuid.test(text) ? text : withoutLongNumbers(text);
  return masked === text ? value : masked;
}

/** Returns whether an event belongs in the audit trail: a step or error of adding a payment method (METHODS-5). */
export function isAudited(action: string): boolean {
  return action.startsWith('payment-methods.');
}

/** At least 12 digits, one by one or in groups: possibly a card or bank account number. */
const longNumber = /\d(?:[\s.-]?\d){11,}/g;

/** Masks possible card and bank account numbers in a page's text, because they must never be stored. */
export function withoutLongNumbers(text: string): string {
  return text.replace(longNumber, (digits) => `…${digits.replace(/\D/g, '').slice(-4)}`);
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

/** Returns whether an event is a step or error of adding a payment method, which the audit trail keeps (METHODS-5). */
export function isAudited(action: string): boolean {
  return /^payment-methods\.|\badd payment method\b/i.test(action);
}

/** Longest address of RFC 5321. */
export const maximumEmailLength = 254;

/** Simple on purpose: one @, something before it, a dotted name after it; the mail decides the rest. */
export const emailPattern = /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@<>"(),;:\\.]{2,}$/;

/** Whether the text can be an e-mail address at all. Apart from the schemas, so that the browser need not load them. */
export function isEmailAddress(value: string): boolean {
  return value.length <= maximumEmailLength && emailPattern.test(value);
}

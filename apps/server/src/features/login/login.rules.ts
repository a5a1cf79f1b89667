import { randomInt } from 'node:crypto';

/** Returns a random code from a CSPRNG, with leading zeros. */
export function generateCode(digits: number): string {
  return String(randomInt(0, 10 ** digits)).padStart(digits, '0');
}

/** Returns whether a text has the form of a code. */
export function isCode(text: string, digits: number): boolean {
  return text.length === digits && /^\d+$/.test(text);
}

/** Returns an address in lower case and without surrounding spaces, as logins store it. */
export function normalizedEmail(emailAddress: string): string {
  return emailAddress.trim().toLowerCase();
}

import { randomInt } from 'node:crypto';

/** A code of so many digits from a CSPRNG, leading zeros included. */
export function drawCode(digits: number): string {
  return String(randomInt(0, 10 ** digits)).padStart(digits, '0');
}

/** Whether a text can be a code at all. */
export function isCode(text: string, digits: number): boolean {
  return text.length === digits && /^\d+$/.test(text);
}

/** Addresses are compared without regard to case. */
export function normalizedEmail(emailAddress: string): string {
  return emailAddress.trim().toLowerCase();
}

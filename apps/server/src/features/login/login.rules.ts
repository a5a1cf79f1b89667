import { randomBytes, randomInt } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';
import type { Confirmation } from './login.email.ts';

/**
 * What a code confirms. Stands where a sign-in has its address, so that challenges, guesses and budgets are the same and
 * apart. No e-mail address has a colon: a code of one subject serves no other, and no sign-in.
 */
export type ConfirmationSubject = `${Confirmation}:${string}`;

/** Returns the subject of a fresh code of a login. */
export function freshSubject(loginId: string): ConfirmationSubject {
  return `fresh:${loginId}`;
}

/** Returns a random code from a CSPRNG, with leading zeros. */
export function generateCode(digits: number): string {
  return String(randomInt(0, 10 ** digits)).padStart(digits, '0');
}

/** Returns a random token of 256 bits: a challenge, the secret of a link, or the mark of a browser. */
export function generateToken(): string {
  return randomBytes(256 / 8).toString('base64url');
}

/** Returns whether a text has the form of a code. */
export function isCode(text: string, digits: number): boolean {
  return text.length === digits && /^\d+$/.test(text);
}

/**
 * Returns the keyed hash of a subject: a comparable address, known or not, or what a confirmation confirms. Counters and
 * challenges store it instead of the subject.
 */
export function subjectHmacOf(secrets: Secrets, subject: string, keyId?: string): Buffer {
  return secrets.hmac(`login-address:${subject}`, keyId);
}

/** Returns the keyed hash of a code. It is bound to the code's challenge. */
export function codeHmacOf(secrets: Secrets, challengeHash: Buffer, code: string, keyId?: string): Buffer {
  return secrets.hmac(`login-code:${challengeHash.toString('hex')}:${code}`, keyId);
}

/** Returns the keyed hash of a link's token. The row that stores it binds it to challenges. */
export function linkHmacOf(secrets: Secrets, token: string, keyId?: string): Buffer {
  return secrets.hmac(`login-link:${token}`, keyId);
}

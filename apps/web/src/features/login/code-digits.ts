import { config } from '../../api/config.ts';

/** Returns the digits of a typed or pasted text (“123 456”, “Code: 123456”), at most as many as a code has. */
export function codeDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, config.limits.codeDigits);
}

/** True when the code has all its digits. */
export function isWholeCode(code: string): boolean {
  return code.length === config.limits.codeDigits;
}

import { config } from '../../api/config.ts';

/** The digits of what was typed or pasted (“123 456”, “Code: 123456”), at most as many as a code has. */
export function codeDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, config.limits.codeDigits);
}

/** True where the code has all its digits. */
export function isWholeCode(code: string): boolean {
  return code.length === config.limits.codeDigits;
}

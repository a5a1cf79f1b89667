/** Longest address of RFC 5321. */
export const maximumEmailLength = 254;

/**
 * Simple on purpose: one @, something before it, a dotted name after it. Whoever signs in with an address that was stored once can
 * do so, whatever `mailable-email.ts` asks of a new one. The dots are all that an internationalized domain can have (UTS 46).
 */
export const emailPattern = /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+[.。．｡][^\s@<>"(),;:\\.]{2,}$/;

/** Characters that nobody sees: controls, directions, joiners, fillers, and marks that only change another character's look. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether the text can be an e-mail address at all. Apart from the schemas, so that the browser need not load them. */
export function isEmailAddress(value: string): boolean {
  return value.length <= maximumEmailLength && emailPattern.test(value);
}

/** Returns a typed or pasted address in normal form C, without invisible characters and without blanks around it. */
export function typedEmail(typed: string): string {
  return typed.replace(invisible, '').normalize('NFC').trim();
}

/** Whether a text has characters that nobody sees: calls and files with them are refused. */
export function hasInvisible(text: string): boolean {
  return text.search(invisible) !== -1;
}

/** Longest address of RFC 5321. */
export const maximumEmailLength = 254;

/** Simple on purpose: whoever signs in with a stored address can, whatever a new one must be. The dots are those of UTS 46. */
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

/** The longest name that a customer gives a method. */
export const nicknameLength = 40;

/** Five digits in a row, with or without spaces and dashes: part of a card or account number. */
const longNumber = /\d(?:[ -]?\d){4,}/;

/** True when a name may be sent: card and bank numbers are typed only into the service's form (METHODS-2). */
export function isNickname(text: string): boolean {
  return !longNumber.test(text);
}

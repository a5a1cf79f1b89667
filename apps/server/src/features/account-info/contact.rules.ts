import { findEmailFailure, findPhoneFailure } from '@myaccount/contract/account-fields';
import type { FieldError } from '@myaccount/contract/problem';

/** The contact of an account: what is stored, or what a caller entered. Undefined: not entered. */
export interface Contact {
  readonly emailAddress?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
}

/** Returns the phone number that a caller entered, if it is another one (CONTACT-1). */
export function changedPhone(stored: Contact, entered: Contact): string | undefined {
  if (entered.phoneNumber === undefined) return undefined;
  const phoneNumber = trimmed(entered.phoneNumber);
  return phoneNumber === trimmed(stored.phoneNumber) ? undefined : phoneNumber;
}

/** Returns the e-mail address that a caller entered, if it is neither the one on record nor the one that waits (CONTACT-3). */
export function changedEmail(stored: Contact, waiting: string | null, entered: Contact): string | undefined {
  if (entered.emailAddress === undefined) return undefined;
  const emailAddress = trimmed(entered.emailAddress);
  const known = [trimmed(stored.emailAddress), ...(waiting === null ? [] : [waiting])];
  return known.some((each) => isSameAddress(each, emailAddress)) ? undefined : emailAddress;
}

/** Returns what is refused of a changed contact. */
export function findContactFailures(
  { emailAddress, phoneNumber }: { emailAddress: string | undefined; phoneNumber: string | undefined },
  phoneDigits: number,
): FieldError[] {
  const email = emailAddress === undefined ? undefined : findEmailFailure(emailAddress);
  const phone = phoneNumber === undefined ? undefined : findPhoneFailure(phoneNumber, phoneDigits);
  return [
    ...(email ? [{ field: 'customer.emailAddress', code: email }] : []),
    ...(phone ? [{ field: 'customer.phoneNumber', code: phone }] : []),
  ];
}

/** Returns whether two addresses are one: upper and lower case do not count. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}

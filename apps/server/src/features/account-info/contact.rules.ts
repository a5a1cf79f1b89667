import { findEmailFailure, findPhoneFailure } from '@myaccount/contract/account-fields';
import { hasInvisible } from '@myaccount/contract/email-address';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import type { FieldError } from '@myaccount/contract/problem';

type ContactField = 'emailAddress' | 'phoneNumber';

/** What a caller entered. Undefined: not entered. */
type EnteredContact = Readonly<Partial<Record<ContactField, string | null | undefined>>>;

/** What is stored. */
interface StoredContact extends Readonly<Record<ContactField, string | null>> {
  /** The e-mail address that waits for its code. */
  readonly pendingEmailAddress: string | null;
}

/** What a caller changes of the contact. Undefined stays as it is. */
export type ContactChange = Readonly<Record<ContactField, string | undefined>>;

/** Returns the entered values that are other ones (CONTACT-1), an e-mail address only if it does not wait already (CONTACT-3). */
export function changedContact(stored: StoredContact, entered: EnteredContact): ContactChange {
  return {
    emailAddress: changedEmail(stored, entered.emailAddress),
    phoneNumber: changedPhone(stored.phoneNumber, entered.phoneNumber),
  };
}

function changedPhone(stored: string | null, entered: string | null | undefined): string | undefined {
  if (entered === undefined) return undefined;
  return trimmed(entered) === trimmed(stored) ? undefined : trimmed(entered);
}

function changedEmail(
  { emailAddress, pendingEmailAddress }: StoredContact,
  entered: string | null | undefined,
): string | undefined {
  if (entered === undefined) return undefined;
  const known = [emailAddress ?? '', ...(pendingEmailAddress === null ? [] : [pendingEmailAddress])];
  const email = trimmed(entered);
  const isKnown = known.some(
    (each) => each === email || (!hasInvisible(email) && isSameAddress(each, email)),
  );
  return isKnown ? undefined : email;
}

/** Returns what is refused of a changed contact. */
export function findContactFailures(
  { emailAddress, phoneNumber }: ContactChange,
  phoneDigits: number,
  smtpUtf8: boolean,
): FieldError[] {
  const emailCode = emailAddress === undefined ? undefined : findEmailFailure(emailAddress, smtpUtf8);
  const phoneCode = phoneNumber === undefined ? undefined : findPhoneFailure(phoneNumber, phoneDigits);
  return [
    ...(emailCode ? [{ field: 'customer.emailAddress', code: emailCode }] : []),
    ...(phoneCode ? [{ field: 'customer.phoneNumber', code: phoneCode }] : []),
  ];
}

/** Returns whether a refused field is one of the contact: `customer.phoneNumber`. */
export function isContactField(field: string): boolean {
  return field === 'customer.emailAddress' || field === 'customer.phoneNumber';
}

/** Returns whether two addresses are one. */
export function isSameAddress(one: string, other: string): boolean {
  return comparableEmail(one) === comparableEmail(other);
}

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}

import { findEmailFailure, findFieldFailure } from '@myaccount/contract/account-fields';
import {
  type ChangeableField,
  changeableFields,
  customerFields,
  eachField,
} from '@myaccount/contract/customer-fields';
import type { Limits } from '@myaccount/contract/limits';
import type { FieldCode, FieldError } from '@myaccount/contract/problem';

type ContactField = 'emailAddress' | ChangeableField;

/** What a caller entered. Undefined: not entered. */
type EnteredContact = Readonly<Partial<Record<ContactField, string | null | undefined>>>;

/** What is stored. */
interface StoredContact extends Readonly<Record<ContactField, string | null>> {
  /** The e-mail address that waits for its code. */
  readonly waitingAddress: string | null;
}

/** What a caller changes of the contact. Undefined stays as it is. */
export type ContactChange = Readonly<Record<ContactField, string | undefined>>;

/** Returns the entered values that are other ones (CONTACT-1), an e-mail address only if it does not wait already (CONTACT-3). */
export function changedContact(stored: StoredContact, entered: EnteredContact): ContactChange {
  return {
    emailAddress: changedEmail(stored, entered.emailAddress),
    ...eachField(changeableFields, (_, name) => changedText(stored[name], entered[name])),
  };
}

function changedText(stored: string | null, entered: string | null | undefined): string | undefined {
  if (entered === undefined) return undefined;
  return trimmed(entered) === trimmed(stored) ? undefined : trimmed(entered);
}

function changedEmail(
  { emailAddress, waitingAddress }: StoredContact,
  entered: string | null | undefined,
): string | undefined {
  if (entered === undefined) return undefined;
  const known = [trimmed(emailAddress), ...(waitingAddress === null ? [] : [waitingAddress])];
  return known.some((each) => isSameAddress(each, trimmed(entered))) ? undefined : trimmed(entered);
}

/** Returns what is refused of a changed contact. */
export function findContactFailures(
  change: ContactChange,
  limits: Pick<Limits, 'phoneDigits'>,
): FieldError[] {
  const codes: Record<ContactField, FieldCode | undefined> = {
    emailAddress: change.emailAddress === undefined ? undefined : findEmailFailure(change.emailAddress),
    ...eachField(changeableFields, (_, name) => {
      const value = change[name];
      return value === undefined ? undefined : findFieldFailure(name, value, limits);
    }),
  };
  return Object.entries(codes).flatMap(([name, code]) => (code ? [{ field: `customer.${name}`, code }] : []));
}

/** Returns the columns of `customer` that a change of its fields writes. An e-mail address waits for its code first. */
export function columnsOfContact(change: ContactChange): Readonly<Record<string, string | null>> {
  const changed = changeableFields.filter((name) => change[name] !== undefined);
  return Object.fromEntries(changed.map((name) => [customerFields[name].column, change[name] || null]));
}

/** Returns whether a refused field is one of the contact: `customer.phoneNumber`. */
export function isContactField(field: string): boolean {
  return ['emailAddress', ...changeableFields].some((name) => field === `customer.${name}`);
}

/** Returns whether two addresses are one: upper and lower case do not count. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}

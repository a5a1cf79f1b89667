import type { NotificationPreference } from './accounts.ts';
import { isDomestic, type PostalAddress } from './address-lines.ts';
import { hasInvisible } from './email-address.ts';
import { isMailable, needsSmtpUtf8 } from './mailable-email.ts';
import type { FieldCode } from './problem.ts';

// What customers may enter about themselves, for pages and server alike. No schemas, so that the browser need not load them.

/** Digits of a ZIP+4 code, which is one wherever a ZIP code is. */
export const zipPlus4Digits = 9;

/** A refused part of an address. */
interface AddressFailure {
  readonly field: keyof PostalAddress;
  readonly code: FieldCode;
}

/** Returns why a phone number is refused (CONTACT-1): it has exactly this number of digits, and nothing else. */
export function findPhoneFailure(phoneNumber: string, digits: number): FieldCode | undefined {
  if (phoneNumber === '') return 'required';
  return hasDigits(phoneNumber, digits) ? undefined : 'invalid';
}

/** Returns why a new e-mail address is refused (CONTACT-1): mail cannot be sent to it, or not over a server without SMTPUTF8. */
export function findEmailFailure(emailAddress: string, smtpUtf8: boolean): FieldCode | undefined {
  if (emailAddress === '') return 'required';
  if (!isMailable(emailAddress)) return 'invalid';
  const isRefused = hasInvisible(emailAddress) || (!smtpUtf8 && needsSmtpUtf8(emailAddress));
  return isRefused ? 'characters' : undefined;
}

/** Returns why an account PIN is refused (PIN-1): it has exactly this number of digits, and nothing else. */
export function findPinFailure(pin: string, digits: number): FieldCode | undefined {
  if (pin === '') return 'required';
  return hasDigits(pin, digits) ? undefined : 'invalid';
}

/** Returns what is refused of a billing address (ADDRESS-1), at most one reason per field; none: it can be saved. */
export function findAddressFailures(address: PostalAddress, digits: number): AddressFailure[] {
  const hasNumber = address.streetNrFirst !== '' || address.streetNrLast !== '';
  const required = (['streetName', 'city', 'state', 'country', 'postCode'] as const).filter(
    (field) => address[field] === '' && !(field === 'streetName' && hasNumber),
  );
  const fields = Object.keys(address) as (keyof PostalAddress)[];
  const unprintable = fields.filter((field) => /\p{Cc}|\p{Zl}|\p{Zp}/u.test(address[field]));
  const invalid = [
    ...(isDomestic(address.country) ? [] : (['country'] as const)),
    ...(isZip(address.postCode, digits) ? [] : (['postCode'] as const)),
  ];
  const failures = [
    ...required.map((field) => ({ field, code: 'required' as const })),
    ...unprintable.map((field) => ({ field, code: 'characters' as const })),
    ...invalid.map((field) => ({ field, code: 'invalid' as const })),
  ];
  return failures.filter(
    ({ field }, index) => failures.findIndex((other) => other.field === field) === index,
  );
}

/** Returns why a notification preference is refused (NOTIFY-1): the last channel that is on cannot be switched off. */
export function findPreferenceFailure(
  chosen: NotificationPreference,
  current: NotificationPreference,
): FieldCode | undefined {
  return chosen === '' && current !== '' ? 'required' : undefined;
}

/** Returns whether a preference includes text messages, to which a customer consents. */
export function includesTexts(preference: NotificationPreference): boolean {
  return preference === 'Text' || preference === 'Text & Email';
}

/** Returns whether a text is a ZIP code of this number of digits, or ZIP+4. */
function isZip(text: string, digits: number): boolean {
  const joined = text.replace(/^(\d{5})-(\d{4})$/, '$1$2');
  return hasDigits(joined, digits) || hasDigits(joined, zipPlus4Digits);
}

function hasDigits(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9]+$/.test(text);
}

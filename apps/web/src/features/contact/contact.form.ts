import { findEmailFailure, findPhoneFailure } from '@myaccount/contract/account-fields';
import { config } from '../../api/config.ts';
import type { AccountForm, FieldErrors } from '../account-info/account-form.rules.ts';

/** What customers can be reached by. */
export interface ContactValues extends Readonly<Record<string, string>> {
  readonly emailAddress: string;
  readonly phoneNumber: string;
}

const northAmericanDigits = 10;

/** Returns the digits of a typed or pasted number, at most as many as it has; a country code 1 is left out. */
export function phoneDigits(typed: string): string {
  const digits = typed.normalize('NFKC').replace(/\D/g, '');
  const { phoneDigits: length } = config.limits;
  // No area code begins with 1.
  return (length === northAmericanDigits ? digits.replace(/^1/, '') : digits).slice(0, length);
}

/** Returns a number as people write it: “(555) 010-0123”. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

function errorsOf({ emailAddress, phoneNumber }: ContactValues): FieldErrors<ContactValues> {
  const email = findEmailFailure(emailAddress.trim());
  const phone = findPhoneFailure(phoneNumber, config.limits.phoneDigits);
  return { ...(email && { emailAddress: email }), ...(phone && { phoneNumber: phone }) };
}

/** Phone and email of the account (CONTACT-1). */
export const contactForm: AccountForm<ContactValues> = {
  name: 'contact',
  valuesOf: ({ customer }) => ({
    emailAddress: customer.emailAddress ?? '',
    phoneNumber: customer.phoneNumber ?? '',
  }),
  withValues: (account, { emailAddress, phoneNumber }) => ({
    ...account,
    customer: { ...account.customer, emailAddress: emailAddress.trim(), phoneNumber },
  }),
  wordsOf: (name, value) => (name === 'phoneNumber' && value ? formatPhone(value) : undefined),
  errorsOf,
};

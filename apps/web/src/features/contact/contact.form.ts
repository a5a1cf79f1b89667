import { findEmailFailure, findFieldFailure } from '@myaccount/contract/account-fields';
import { type ChangeableField, changeableFields, eachField } from '@myaccount/contract/customer-fields';
import { config } from '../../api/config.ts';
import type { AccountForm, FieldErrors } from '../account-info/account-form.rules.ts';

/** What customers can be reached by. */
export type ContactValues = Readonly<Record<'emailAddress' | ChangeableField, string>>;

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

function errorsOf({ emailAddress, ...fields }: ContactValues): FieldErrors<ContactValues> {
  const email = findEmailFailure(emailAddress.trim());
  const failures = changeableFields.flatMap((name) => {
    const failure = findFieldFailure(name, fields[name], config.limits);
    return failure ? [[name, failure]] : [];
  });
  return { ...(email && { emailAddress: email }), ...Object.fromEntries(failures) };
}

/** Email and the fields of the customer that can be changed (CONTACT-1). */
export const contactForm: AccountForm<ContactValues> = {
  name: 'contact',
  valuesOf: ({ customer }) => ({
    emailAddress: customer.emailAddress ?? '',
    ...eachField(changeableFields, (_, name) => customer[name] ?? ''),
  }),
  withValues: (account, { emailAddress, ...fields }) => ({
    ...account,
    customer: { ...account.customer, emailAddress: emailAddress.trim(), ...fields },
  }),
  wordsOf: (name, value) => (name !== 'emailAddress' && value ? formatPhone(value) : undefined),
  errorsOf,
};

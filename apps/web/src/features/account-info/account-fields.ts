import {
  findAddressFailures,
  findEmailFailure,
  findPhoneFailure,
  findPinFailure,
  zipPlus4Digits,
} from '@myaccount/contract/account-fields';
import type { Address, CustomerAccount, NotificationPreference } from '@myaccount/contract/accounts';
import { addressCountry, formatZip, isDomestic, type PostalAddress } from '@myaccount/contract/address-lines';
import { maximumEmailLength, typedEmail } from '@myaccount/contract/email-address';
import { config } from '../../api/config.ts';
import type { TextFieldProps } from '../../ui/TextField.tsx';
import type { AccountFormRules } from './account-form.rules.ts';

/** How a field of a form over the account is entered. Its label and its errors follow from its form and its name. */
interface AccountField
  extends Pick<TextFieldProps, 'autoComplete' | 'inputMode' | 'maxLength' | 'readOnly' | 'type'> {
  /** Key of its hint. */
  readonly hint?: string;
  /** The limit that says how many digits it has, and nothing else; fills in its texts. */
  readonly digits?: 'phoneDigits' | 'pinDigits' | 'zipDigits';
}

const maximumLength = 100;

/** The fields that customers type, by their names on the wire. */
export const accountFields: Readonly<Record<string, AccountField>> = {
  emailAddress: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: maximumEmailLength,
    hint: 'contact.emailHint',
  },
  phoneNumber: {
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
    hint: 'contact.phoneHint',
    digits: 'phoneDigits',
  },
  PIN: { type: 'password', inputMode: 'numeric', autoComplete: 'off', hint: 'pin.hint', digits: 'pinDigits' },
  streetNrFirst: { autoComplete: 'off', maxLength: maximumLength },
  streetNrLast: { autoComplete: 'off', maxLength: maximumLength, hint: 'address.unitHint' },
  streetName: { autoComplete: 'billing address-line1', maxLength: maximumLength },
  city: { autoComplete: 'billing address-level2', maxLength: maximumLength },
  state: { autoComplete: 'billing address-level1', maxLength: maximumLength },
  postCode: { inputMode: 'numeric', autoComplete: 'billing postal-code', digits: 'zipDigits' },
  country: { readOnly: true, hint: 'address.countryHint' },
};

const northAmericanDigits = 10;

/**
 * Returns what of a typed or pasted text belongs into a field whose text is `current`: of a number its digits, without a
 * country code 1. A digit too many is not typed. A pasted number that is too long stays whole, and one of another country
 * keeps its plus, so that both are refused: their first digits are somebody else's number.
 */
export function cleanText(digits: AccountField['digits'], typed: string, current: string): string {
  if (!digits) return typed;
  const length = config.limits[digits];
  const most = digits === 'zipDigits' ? zipPlus4Digits : length;
  const text = typed.normalize('NFKC').trim();
  const isNorthAmerican = digits === 'phoneDigits' && length === northAmericanDigits;
  const number = text.replace(/\D/g, '');
  if (isNorthAmerican && /^\+\s*[^\s1]|^\+$/.test(text)) return `+${number}`;
  // No area code begins with 1.
  const cleaned = isNorthAmerican ? number.replace(/^1/, '') : number;
  const isTyped = [...typed].some((_, at) => typed.slice(0, at) + typed.slice(at + 1) === current);
  if (isTyped && cleaned.length > most) return current;
  return digits === 'zipDigits' ? cleaned.replace(/^(\d{5})(\d{1,4})$/, '$1-$2') : cleaned;
}

/** Returns a number as people write it: “(555) 010-0123”. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

/** Email and phone number (CONTACT-1). */
export const contactForm: AccountFormRules<Readonly<Record<'emailAddress' | 'phoneNumber', string>>> = {
  name: 'contact',
  valuesOf: ({ customer }) => ({
    emailAddress: customer.emailAddress ?? '',
    phoneNumber: customer.phoneNumber ?? '',
  }),
  withValues: (account, { emailAddress, phoneNumber }) => ({
    ...account,
    customer: { ...account.customer, emailAddress: typedEmail(emailAddress), phoneNumber },
  }),
  errorsOf: ({ emailAddress, phoneNumber }) => ({
    emailAddress: findEmailFailure(typedEmail(emailAddress), config.smtpUtf8),
    phoneNumber: findPhoneFailure(phoneNumber, config.limits.phoneDigits),
  }),
  displayValue: (name, value) => (name === 'phoneNumber' && value ? formatPhone(value) : undefined),
};

/** The account PIN (PIN-1): a member's form begins empty, for a member never sees it. */
export const pinForm: AccountFormRules<Readonly<Record<'PIN', string>>> = {
  name: 'pin',
  isSecret: true,
  valuesOf: ({ customer }) => ({ PIN: customer.PIN ?? '' }),
  withValues: (account, { PIN }) => ({ ...account, customer: { ...account.customer, PIN } }),
  errorsOf: ({ PIN }) => ({ PIN: findPinFailure(PIN, config.limits.pinDigits) }),
};

type AddressValues = Readonly<Record<keyof PostalAddress, string>>;

/** Returns the billing address on record. */
export function billingAddressOf({ customerAddress }: CustomerAccount): Address | undefined {
  return customerAddress.find(({ addressType }) => addressType === 'Billing');
}

/** Returns the billing address for the form, which can only change it to one in the USA: one elsewhere is not begun with. */
function domesticAddressOf(account: CustomerAccount): Address | undefined {
  const address = billingAddressOf(account);
  return address && isDomestic(address.country)
    ? { ...address, postCode: formatZip(address.postCode) }
    : undefined;
}

const addressNames = ['streetNrFirst', 'streetNrLast', 'streetName', 'city', 'state', 'postCode'] as const;

/** Returns the form's fields of an address, without blanks around them. */
function fieldsOf(address: Partial<AddressValues> = {}): AddressValues {
  const entered = addressNames.map((name) => [name, (address[name] ?? '').trim()]);
  return { ...Object.fromEntries(entered), country: addressCountry };
}

/** The billing address (ADDRESS-1), kept or given up as a whole. */
export const addressForm: AccountFormRules<AddressValues> = {
  name: 'address',
  isOneValue: true,
  valuesOf: (account) => fieldsOf(domesticAddressOf(account)),
  withValues: (account, values) => ({
    ...account,
    customerAddress: [
      ...account.customerAddress.filter(({ addressType }) => addressType !== 'Billing'),
      { addressType: 'Billing', ...fieldsOf(values) },
    ],
  }),
  errorsOf: (values) => {
    const failures = findAddressFailures(fieldsOf(values), config.limits.zipDigits);
    return Object.fromEntries(failures.map(({ field, code }) => [field, code]));
  },
};

/** How the account wants its notices (NOTIFY-1). */
export const preferenceForm: AccountFormRules<{ readonly notificationPreference: NotificationPreference }> = {
  name: 'notifications',
  valuesOf: ({ customer }) => ({ notificationPreference: customer.notificationPreference }),
  withValues: (account, values) => ({ ...account, customer: { ...account.customer, ...values } }),
  errorsOf: () => ({}),
  displayValue: (_name, value, t) => t(`notifications.preference.${value || 'none'}`),
};

import { addressCountry, type EnteredAddress, findAddressFailures } from '@myaccount/contract/account-fields';
import type { CustomerAccount } from '@myaccount/contract/accounts';
import { config } from '../../api/config.ts';
import type { AccountForm, FieldErrors } from '../account-info/account-form.rules.ts';

/** A billing address as typed, by its names on the wire. */
export interface AddressValues extends EnteredAddress, Readonly<Record<string, string>> {
  readonly streetNrFirst: string;
  readonly streetNrLast: string;
  readonly streetName: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly postCode: string;
}

/** Returns the digits of a typed ZIP code, at most as many as it has. */
export function zipDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, config.limits.zipDigits);
}

function valuesOf({ customerAddress }: CustomerAccount): AddressValues {
  const billing = customerAddress.find(({ addressType }) => addressType === 'Billing');
  return {
    streetNrFirst: billing?.streetNrFirst ?? '',
    streetNrLast: billing?.streetNrLast ?? '',
    streetName: billing?.streetName ?? '',
    city: billing?.city ?? '',
    state: billing?.state ?? '',
    country: addressCountry,
    postCode: billing?.postCode ?? '',
  };
}

function trimmed(values: AddressValues): AddressValues {
  const pairs = Object.entries(values).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(pairs) as unknown as AddressValues;
}

function errorsOf(values: AddressValues): FieldErrors<AddressValues> {
  const failures = findAddressFailures(trimmed(values), config.limits.zipDigits);
  return Object.fromEntries(failures.map(({ field, code }) => [field, code]));
}

/** The billing address (ADDRESS-1), kept or given up as a whole. */
export const addressForm: AccountForm<AddressValues> = {
  name: 'address',
  isOneValue: true,
  valuesOf,
  withValues: (account, values) => ({
    ...account,
    customerAddress: [
      ...account.customerAddress.filter(({ addressType }) => addressType !== 'Billing'),
      { addressType: 'Billing', ...trimmed(values) },
    ],
  }),
  errorsOf,
};

import { findAddressFailures } from '@myaccount/contract/account-fields';
import type { AddressType } from '@myaccount/contract/accounts';
import { formatZip, type PostalAddress } from '@myaccount/contract/address-lines';
import type { FieldError } from '@myaccount/contract/problem';

/** An address of the object that a caller sends. */
interface SentAddress extends PostalAddress {
  readonly addressType: AddressType;
}

/** A billing address that a caller changed, and its index in the caller's list. */
export interface ChangedAddress {
  readonly index: number;
  readonly address: PostalAddress;
}

/** Returns the billing address that a caller entered, if it is another one (ADDRESS-1). Other addresses do not count. */
export function changedAddress(
  stored: PostalAddress | undefined,
  sent: readonly SentAddress[] = [],
): ChangedAddress | undefined {
  const index = sent.findIndex(({ addressType }) => addressType === 'Billing');
  const entered = sent[index];
  if (!entered) return undefined;
  const address = oneLined(entered);
  const isSame = stored && JSON.stringify(oneLined(stored)) === JSON.stringify(address);
  return isSame ? undefined : { index, address };
}

/** Returns the place of a second billing address; undefined if there is at most one. */
export function findSecondBillingAddress(sent: readonly SentAddress[] = []): number | undefined {
  const [, second] = sent.flatMap(({ addressType }, index) => (addressType === 'Billing' ? [index] : []));
  return second;
}

/** Returns what is refused of a changed address. */
export function findBillingFailures(changed: ChangedAddress | undefined, zipDigits: number): FieldError[] {
  if (!changed) return [];
  const { index, address } = changed;
  return findAddressFailures(address, zipDigits).map(({ field, code }) => ({
    field: `customerAddress.${index}.${field}`,
    code,
  }));
}

/** Returns an address without spaces around its parts and with single ones inside, and ZIP+4 with its hyphen. */
function oneLined(address: PostalAddress): PostalAddress {
  const { streetNrFirst, streetNrLast, streetName, city, state, country, postCode } = address;
  const one = (text: string) => text.replace(/\s+/g, ' ').trim();
  return {
    streetNrFirst: one(streetNrFirst),
    streetNrLast: one(streetNrLast),
    streetName: one(streetName),
    city: one(city),
    state: one(state),
    country: one(country),
    postCode: formatZip(one(postCode)),
  };
}

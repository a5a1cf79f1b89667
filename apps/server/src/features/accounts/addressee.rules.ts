import type { Address } from '@myaccount/contract/accounts';
import type { Addressee } from '../../platform/pdf/letter-frame.ts';

interface Holder {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly businessName: string | null;
  readonly addresses: readonly Address[];
}

/** Returns the street and city lines of an address, as on an envelope. */
export function addressLines(address: Address | undefined): string[] {
  if (!address) return [];
  const numbers = [address.streetNrFirst, address.streetNrLast].filter(Boolean).join('-');
  const street = [numbers, address.streetName].filter(Boolean).join(' ');
  return [street, `${address.city}, ${address.state} ${address.postCode}`];
}

/** Returns the addressee of the account's letters, at the billing address or, without one, the service address. */
export function addresseeOf(holder: Holder): Addressee {
  const { accountNumber, firstName, lastName, businessName, addresses } = holder;
  const addressed = (type: Address['addressType']) =>
    addresses.find(({ addressType }) => addressType === type);
  return {
    accountNumber,
    holderName: `${firstName} ${lastName}`,
    businessName,
    billingAddress: addressLines(addressed('Billing') ?? addressed('Service')),
  };
}

/** Returns the lines of the service address, as on an envelope. */
export function serviceAddressOf({ addresses }: Pick<Holder, 'addresses'>): string[] {
  return addressLines(addresses.find(({ addressType }) => addressType === 'Service'));
}

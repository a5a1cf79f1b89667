import type { Address } from '@myaccount/contract/accounts';
import type { Addressee } from '../../platform/pdf/letter-frame.ts';

interface Holder {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly businessName: string | null;
  readonly addresses: readonly Address[];
}

/** Street and city line of an address, as on an envelope. */
export function addressLines(address: Address | undefined): string[] {
  if (!address) return [];
  const numbers = [address.streetNrFirst, address.streetNrLast].filter(Boolean).join('-');
  const street = [numbers, address.streetName].filter(Boolean).join(' ');
  return [street, `${address.city}, ${address.state} ${address.postCode}`];
}

/** Who a letter about the account goes to: at the billing address, or where there is none, the service address. */
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

/** The service address, as on an envelope. */
export function serviceAddressOf({ addresses }: Pick<Holder, 'addresses'>): string[] {
  return addressLines(addresses.find(({ addressType }) => addressType === 'Service'));
}

import type { Address } from '@myaccount/contract/accounts';
import { addressLines } from '@myaccount/contract/address-lines';
import type { Addressee } from '../../platform/pdf/letter-frame.ts';

interface Holder {
  readonly accountNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly businessName: string | null;
  readonly addresses: readonly Address[];
}

/** Returns the addressee of the account's letters, at the billing address or, without one, the service address. */
export function addresseeOf(holder: Holder): Addressee {
  const { accountNumber, firstName, lastName, businessName, addresses } = holder;
  return {
    accountNumber,
    holderName: `${firstName} ${lastName}`.trim(),
    businessName,
    billingAddress: linesOf(addresses, 'Billing', 'Service'),
  };
}

/** Returns the lines of the service address, as on an envelope. */
export function serviceAddressOf({ addresses }: Pick<Holder, 'addresses'>): string[] {
  return linesOf(addresses, 'Service');
}

/** Returns the lines of the first of these types that the account has; none without one. */
function linesOf(addresses: readonly Address[], ...types: readonly Address['addressType'][]): string[] {
  const [address] = types.flatMap((type) => addresses.filter(({ addressType }) => addressType === type));
  return address ? addressLines(address) : [];
}

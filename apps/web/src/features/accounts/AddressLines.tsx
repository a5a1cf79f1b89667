import type { Address } from '@myaccount/contract/accounts';
import { streetOf } from './account-face.rules.ts';

/** An address on two lines. */
export function AddressLines({ address }: { address: Address }) {
  return (
    <address>
      <bdi>{streetOf(address)}</bdi>
      <br />
      <bdi>{`${address.city}, ${address.state} ${address.postCode}`}</bdi>
    </address>
  );
}

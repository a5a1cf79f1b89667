import type { Address } from '@myaccount/contract/accounts';
import classes from './AddressLines.module.css';
import { streetOf } from './account-face.rules.ts';

/** An address on two lines. */
export function AddressLines({ address }: { address: Address }) {
  return (
    <address className={classes.address}>
      <bdi>{streetOf(address)}</bdi>
      <br />
      <bdi>{`${address.city}, ${address.state} ${address.postCode}`}</bdi>
    </address>
  );
}

import type { Address } from '@myaccount/contract/accounts';
import { addressLines } from '@myaccount/contract/address-lines';
import { Fragment } from 'react';

/** An address line by line. */
export function AddressLines({ address }: { address: Address }) {
  return (
    <address>
      {addressLines(address).map((line, index) => (
        <Fragment key={line}>
          {index > 0 && <br />}
          <bdi>{line}</bdi>
        </Fragment>
      ))}
    </address>
  );
}

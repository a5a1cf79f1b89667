import type { Address } from '@myaccount/contract/accounts';
import { expect, test } from 'vitest';
import { serviceAddressOf, streetOf } from './account-face.rules.ts';

function address(over: Partial<Address>): Address {
  return {
    addressType: 'Service',
    streetNrFirst: '118',
    streetNrLast: '',
    streetName: 'Orchard Lane',
    city: 'Columbus',
    state: 'OH',
    country: 'USA',
    postCode: '43206',
    ...over,
  };
}

test.each([
  [{}, '118 Orchard Lane'],
  [{ streetNrLast: '120' }, '118–120 Orchard Lane'],
  [{ streetNrLast: 'Apt 4' }, '118 Orchard Lane, Apt 4'],
  [{ streetNrFirst: '' }, 'Orchard Lane'],
])('[FACE-1] %j reads “%s”', (over, street) => {
  expect(streetOf(address(over))).toBe(street);
});

test('[FACE-1] the face of an account is its service address, wherever that is in the list', () => {
  const service = address({ streetName: 'Elm Street' });
  expect(serviceAddressOf([address({ addressType: 'Billing' }), service])).toBe(service);
  expect(serviceAddressOf([address({ addressType: 'Mailing' })])).toBeUndefined();
});

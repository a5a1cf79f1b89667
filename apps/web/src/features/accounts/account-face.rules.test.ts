import { expect, test } from 'vitest';
import { addressOf } from '../../testing/account-info.ts';
import { serviceAddressOf, streetOf } from './account-face.rules.ts';

test.each([
  [{}, '118 Orchard Lane'],
  [{ streetNrLast: '120' }, '118–120 Orchard Lane'],
  [{ streetNrLast: 'Apt 4' }, '118 Orchard Lane, Apt 4'],
  [{ streetNrFirst: '' }, 'Orchard Lane'],
])('[FACE-1] %j reads “%s”', (over, street) => {
  expect(streetOf(addressOf('Service', over))).toBe(street);
});

test('[FACE-1] the face of an account is its service address, wherever that is in the list', () => {
  const service = addressOf('Service', { streetName: 'Elm Street' });
  expect(serviceAddressOf([addressOf('Billing'), service])).toBe(service);
  expect(serviceAddressOf([addressOf('Mailing')])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { addressOf } from '../../testing/account-info.ts';
import { serviceAddressOf } from './account-face.rules.ts';

test('[FACE-1] the face of an account is its service address, wherever that is in the list', () => {
  const service = addressOf('Service', { streetName: 'Elm Street' });
  expect(serviceAddressOf([addressOf('Billing'), service])).toBe(service);
  expect(serviceAddressOf([addressOf('Mailing')])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { methodName } from './method-name.rules.ts';

test.each([
  ['VISA', '4242', 'en', 'Credit Card …4242'],
  ['MCDEBIT', '1111', 'en', 'Credit Card …1111'],
  ['ACH', '6789', 'en', 'Bank Account …6789'],
  ['CHECK', null, 'en', 'Bank Account'],
  ['OTHER', '1234', 'en', 'Payment'],
  ['JCB', '0505', 'es', 'Tarjeta …0505'],
  ['ACH', '6789', 'es', 'Cuenta bancaria …6789'],
] as const)('[PAYMENTS-4] %s …%s in %s reads “%s”', (cardType, lastFour, language, name) => {
  expect(methodName({ cardType, lastFour }, language)).toBe(name);
});

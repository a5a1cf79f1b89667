import type { CardType } from '@myaccount/contract/payment-methods';

/** Names of Chase's hosted form. [I] The paths and the statuses of a query. What public clients send and read counts as documented. */
export const formPaths = { init: '/api/init', query: '/api/query' } as const;
export const goneStatuses: readonly number[] = [404, 410];

/** The brands as the form names them. Any other is OTHER. */
export const cardTypeOfBrand: Readonly<Record<string, CardType>> = {
  Visa: 'VISA',
  MasterCard: 'MASTERCARD',
  'American Express': 'AMEX',
  Discover: 'DISCOVER',
  JCB: 'JCB',
};

import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './plain-search.ts';

test.each([
  ['?page=2', { page: '2' }],
  ['?make-payment', { 'make-payment': '' }],
  ['?deeplink=%2Fpayments', { deeplink: '/payments' }],
  ['', {}],
])('an address keeps its query as texts: %s', (search, read) => {
  expect(parseSearch(search)).toEqual(read);
});

test('what is undefined is left out of the address', () => {
  expect(stringifySearch({ page: 2, returnTo: undefined, ended: '1' })).toBe('?page=2&ended=1');
  expect(stringifySearch({ page: undefined })).toBe('');
});

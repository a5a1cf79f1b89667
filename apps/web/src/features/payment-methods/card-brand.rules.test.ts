import type { CardType } from '@myaccount/contract/payment-methods';
import { expect, test } from 'vitest';
import { config } from '../../api/config.ts';
import { changeConfig } from '../../testing/web-config.ts';
import type { CardMarkName } from '../../ui/CardMark.tsx';
import { markOf, namesOf, takenNetworks } from './card-brand.ts';

test.each<[CardType, CardMarkName]>([
  ['VISA', 'visa'],
  ['VISADEBIT', 'visa'],
  ['MCDEBIT', 'mastercard'],
  ['MC', 'mastercard'],
  ['AMEX', 'amex'],
  ['DISC', 'discover'],
  ['JCB', 'jcb'],
  ['OTHER', 'card'],
  ['ACH', 'bank'],
  ['CHECK', 'bank'],
])('[METHODS-1] %s is drawn as %s', (card_type, mark) => {
  expect(markOf({ card_type })).toBe(mark);
});

test('[TRUST-1] the provider says which networks it takes, and in which order', () => {
  changeConfig({ brand: { ...config.brand, cardBrands: ['jcb', 'visa'] } });
  expect(takenNetworks().map(({ name }) => name)).toEqual(['JCB', 'Visa']);
});

test.each<[CardType, string | null, string[]]>([
  ['MCDEBIT', 'Groceries', ['Mastercard', 'Groceries']],
  ['VISA', 'visa ', ['Visa']],
  ['VISA', null, ['Visa']],
  ['ACH', 'Checking', ['Checking']],
  ['ACH', ' ', []],
])('[METHODS-1] %s with the nickname %j is described as %j', (card_type, nickname, names) => {
  expect(namesOf({ card_type, nickname })).toEqual(names);
});

import { expect, test } from 'vitest';
import { card, saved } from '../../testing/page-data.ts';
import { actionsOf } from './method-actions.rules.ts';

const today = '2026-11-24';

const goodTo = (expiration_date: string) => saved('m', { payment_method: card({ expiration_date }) });

test.each([
  ['another method', saved('m'), true, undefined],
  ['the default', saved('m', { auto_payment: true }), false, 'default'],
  ['what autopay charges', saved('m', { used_by: ['autopay'] }), true, 'autopay'],
  ['a planned default', saved('m', { auto_payment: true, used_by: ['planned'] }), false, 'planned'],
  ['an expired card', goodTo('10/2026'), false, undefined],
  ['a card in its last month', goodTo('11/2026'), true, undefined],
  ['the selected method', saved('chosen'), true, 'selected'],
] as const)('[METHODS-6, METHODS-7] %s', (_what, method, canBeDefault, kept) => {
  const methods = [method, saved('other')];
  expect(actionsOf(method, { methods, today, selectedId: 'chosen' })).toEqual({ canBeDefault, kept });
});

test.each([
  ['no other', []],
  ['only an expired one', [goodTo('10/2026')]],
])('[METHODS-7] the default with %s beside it needs another one first', (_what, others) => {
  const keptOf = (used_by: ('autopay' | 'planned')[]) => {
    const method = saved('m', { auto_payment: true, used_by });
    return actionsOf(method, { methods: [method, ...others], today, selectedId: undefined }).kept;
  };
  expect(keptOf([])).toBe('onlyDefault');
  expect(keptOf(['autopay'])).toBe('onlyAutopay');
  expect(keptOf(['planned'])).toBe('planned');
});

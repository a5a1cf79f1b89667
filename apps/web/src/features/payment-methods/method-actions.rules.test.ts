import { expect, test } from 'vitest';
import { card, saved } from '../../testing/page-data.ts';
import { actionsOf } from './method-actions.rules.ts';

const today = '2026-11-24';

test.each([
  ['another method', saved('m'), { canBeDefault: true, kept: undefined }],
  ['the default', saved('m', { auto_payment: true }), { canBeDefault: false, kept: 'default' }],
  ['what autopay charges', saved('m', { used_by: ['autopay'] }), { canBeDefault: true, kept: 'autopay' }],
  [
    'the default that a planned payment charges',
    saved('m', { auto_payment: true, used_by: ['planned'] }),
    { canBeDefault: false, kept: 'planned' },
  ],
  [
    'an expired card',
    saved('m', { payment_method: card({ expiration_date: '10/2026' }) }),
    { canBeDefault: false, kept: undefined },
  ],
  [
    'a card in its last month',
    saved('m', { payment_method: card({ expiration_date: '11/2026' }) }),
    { canBeDefault: true, kept: undefined },
  ],
  ['the selected method', saved('chosen'), { canBeDefault: true, kept: 'selected' }],
] as const)('[METHODS-6, METHODS-7] %s', (_what, method, actions) => {
  const methods = [method, saved('other')];
  expect(actionsOf(method, { methods, today, selectedId: 'chosen' })).toEqual(actions);
});

test.each([
  ['no other', []],
  ['only an expired one', [saved('old', { payment_method: card({ expiration_date: '10/2026' }) })]],
])('[METHODS-7] the default with %s beside it needs another one first', (_what, others) => {
  const keptOf = (used_by: ('autopay' | 'planned')[]) => {
    const method = saved('m', { auto_payment: true, used_by });
    return actionsOf(method, { methods: [method, ...others], today, selectedId: undefined }).kept;
  };
  expect(keptOf([])).toBe('onlyDefault');
  expect(keptOf(['autopay'])).toBe('onlyAutopay');
  expect(keptOf(['planned'])).toBe('planned');
});

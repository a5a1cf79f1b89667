import type { BillChange, ChangeCause } from '@myaccount/contract/invoices';
import { expect, test } from 'vitest';
import { changeLineOf } from './change-line.rules.ts';

function cause(code: ChangeCause, amount: number, description: string | null = null) {
  return { code, amount, description };
}

const calls = cause('usage', 3.49, 'International calls');

test('[STATEMENT-2] one cause explains the whole change', () => {
  expect(changeLineOf({ amount: 3.49, causes: [calls] }, 'en')).toEqual({
    direction: 'more',
    cents: 349,
    causes: [{ key: 'usage', name: 'international calls', cents: 349 }],
    hasOtherCauses: false,
  });
});

test('[STATEMENT-2] of three causes the two largest are named', () => {
  const causes = [cause('late-fee', -10), cause('plan-price', 5, 'Fiber 500'), cause('tax', 0.4)];
  expect(changeLineOf({ amount: -4.6, causes }, 'en')).toEqual({
    direction: 'less',
    cents: 460,
    causes: [
      { key: 'late-fee-less', name: '', cents: -1000 },
      { key: 'plan-price', name: 'Fiber 500', cents: 500 },
    ],
    hasOtherCauses: true,
  });
});

test('[STATEMENT-2] two causes are not “and other changes”', () => {
  const causes = [cause('late-fee', 10), cause('tax', 0.4)];
  expect(changeLineOf({ amount: 10.4, causes }, 'en').hasOtherCauses).toBe(false);
});

test('[STATEMENT-2] causes that cancel each other leave the bill the same', () => {
  const change: BillChange = { amount: 0, causes: [calls, cause('removed', -3.49, 'Static IP')] };
  expect(changeLineOf(change, 'en')).toEqual({
    direction: 'same',
    cents: 0,
    causes: [],
    hasOtherCauses: false,
  });
});

test('[STATEMENT-2] in Spanish a name stays as the bill has it', () => {
  expect(changeLineOf({ amount: 3.49, causes: [calls] }, 'es').causes[0]?.name).toBe('International calls');
});

test.each([
  ['International calls', 'international calls'],
  ['Llamadas internacionales', 'llamadas internacionales'],
  ['Llamadas a México', 'llamadas a México'],
  ['Fiber 500', 'Fiber 500'],
  ['Whole-home Wi-Fi', 'Whole-home Wi-Fi'],
  ['HBO', 'HBO'],
  ['Autopay', 'Autopay'],
])('[STATEMENT-2] inside a sentence %s reads %s', (description, name) => {
  expect(changeLineOf({ amount: 1, causes: [cause('added', 1, description)] }, 'en').causes[0]?.name).toBe(
    name,
  );
});

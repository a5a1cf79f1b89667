import { chargeGroups, chargeTypes } from '@myaccount/contract/invoices';
import { expect, test } from 'vitest';
import { linesOf, serviceGroups } from './invoice-lines.rules.ts';

const items = [
  {
    description: 'Fiber 1 Gig',
    charges: [
      { invoice_item_charge_type: 'recurring' as const, amount: 79.99, description: 'Monthly service' },
      { invoice_item_charge_type: 'discount' as const, amount: -5, description: 'Autopay discount' },
      { invoice_item_charge_type: 'usage' as const, amount: 2.5, description: '' },
      { invoice_item_charge_type: 'tax' as const, amount: 3.1, description: 'State tax' },
    ],
  },
  {
    description: 'Visit',
    charges: [
      { invoice_item_charge_type: 'one-time' as const, amount: 40, description: 'Technician' },
      { invoice_item_charge_type: 'fee' as const, amount: 1.9, description: 'Regulatory fee' },
      { invoice_item_charge_type: 'late-fee' as const, amount: 10, description: 'October' },
    ],
  },
];

test('[BILLING-3] the service is listed item by item, with its discounts and a subtotal', () => {
  expect(serviceGroups(items)).toEqual([
    {
      title: 'Fiber 1 Gig',
      lines: [
        { description: 'Monthly service', amountCents: 7999, isDiscount: false },
        { description: 'Autopay discount', amountCents: -500, isDiscount: true },
      ],
      cents: 7499,
    },
  ]);
});

test('[BILLING-3] activity, taxes and fees, and the late fee are separate', () => {
  expect(linesOf(items, 'late-fee').map((line) => line.amountCents)).toEqual([1000]);
  expect(linesOf(items, 'activity').map((line) => line.amountCents)).toEqual([250, 4000]);
  expect(linesOf(items, 'taxes').map((line) => line.description)).toEqual(['State tax', 'Regulatory fee']);
});

test('[BILLING-3] a charge without its own text reads as its item', () => {
  expect(linesOf(items, 'activity')[0]?.description).toBe('Fiber 1 Gig');
});

test.each(chargeTypes)('[BILLING-3] a %s charge appears in exactly one place', (type) => {
  const item = {
    description: 'Item',
    charges: [{ invoice_item_charge_type: type, amount: 1, description: 'Charge' }],
  };
  const lines = [
    ...serviceGroups([item]).flatMap((group) => group.lines),
    ...chargeGroups.flatMap((group) => (group === 'service' ? [] : linesOf([item], group))),
  ];
  expect(lines).toHaveLength(1);
});

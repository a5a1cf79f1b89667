import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents } from './money.ts';

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

test('[SHELL-12] money reads as people in the United States write it', () => {
  expect([0, 5, -500, 108_499, 100_000_000].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '−$5.00',
    '$1,084.99',
    '$1,000,000.00',
  ]);
  fc.assert(
    fc.property(fc.integer(), (cents) => formatCents(cents) === usd.format(cents / 100).replace('-', '−')),
  );
});

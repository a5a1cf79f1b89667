import { type BillChange, type ChangeCause, changeCauses } from '@myaccount/contract/invoices';
import { type Language, languages } from '@myaccount/contract/languages';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, speak } from '../../testing/page.tsx';
import { BillChangeDetails, BillChangeLine } from './BillChangeLine.tsx';

async function lineOf(change: BillChange, language: Language = 'en', isEarlier = false) {
  await speak(language);
  const { container, unmount } = show(<BillChangeLine change={change} isEarlier={isEarlier} />);
  const text = container.textContent;
  unmount();
  return text;
}

function cause(code: ChangeCause, amount: number, description: string | null = null) {
  return { code, amount, description };
}

const calls = cause('usage', 3.49, 'International calls');
const fee = cause('late-fee', -10);
const newPrice = 'new price of Fiber 500 (+$5.00)';
const lessFees = 'less in late fees (−$10.00)';
const plan = cause('plan-price', 5, 'Fiber 500');

test.each([
  [3.49, [calls], '$3.49 more than last month: international calls'],
  [-10, [fee], '$10.00 less than last month: less in late fees'],
  [-6.51, [fee, calls], `$6.51 less than last month: ${lessFees}, international calls (+$3.49)`],
  [-1.51, [fee, plan, calls], `$1.51 less than last month: ${lessFees}, ${newPrice}, and other changes`],
  [0, [], 'The same amount as last month'],
  [0, [calls, cause('removed', -3.49, 'Static IP')], 'The same amount as last month'],
])('[STATEMENT-2] %d by %j reads as one line', async (amount, causes, text) => {
  expect(await lineOf({ amount, causes })).toBe(text);
});

const addUp: BillChange = {
  amount: -10.92,
  before: 232.9,
  causes: [
    { ...cause('charge-ended', -99, 'Installation'), before: 99 },
    { ...cause('discount-ended', 50, 'Welcome'), before: -50 },
    { ...cause('proration', 30.08, 'Fiber 500'), before: 49.91, words: 'Fiber 500 (18 of 30 days)' },
    { ...cause('usage', 5, 'International calls'), before: 3 },
    { ...cause('tax', 3), before: 6 },
  ],
};

async function openChange(change: BillChange, isEarlier = false): Promise<string[][]> {
  await speak('en');
  show(<BillChangeDetails change={change} isEarlier={isEarlier} />);
  const details = document.querySelector('details') as HTMLDetailsElement;
  expect(screen.queryByRole('table')).toBeNull();
  details.open = true;
  const table = await screen.findByRole('table', { hidden: true });
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll(':is(th, td) > span:last-child, thead th')].map(
      ({ textContent }) => textContent ?? '',
    ),
  );
}

test('[STATEMENT-4] every cause has last month, this month, and the difference, which add up with what stays the same', async () => {
  const [, ...rows] = await openChange(addUp);
  expect(rows).toEqual([
    ['Installation no longer charged', '$99.00', '$0.00', '−$99.00'],
    ['Discount Welcome ended', '−$50.00', '$0.00', '+$50.00'],
    ['Fiber 500 for part of the month: Fiber 500 (18 of 30 days)', '$49.91', '$79.99', '+$30.08'],
    ['International calls', '$3.00', '$8.00', '+$5.00'],
    ['Higher taxes', '$6.00', '$9.00', '+$3.00'],
    ['Everything else, unchanged', '$124.99', '$124.99', '$0.00'],
    ['Charges in all', '$232.90', '$221.98', '−$10.92'],
  ]);
});

test.each([
  [false, 'What changedLast monthThis monthDifference'],
  [true, 'What changedMonth beforeThis billDifference'],
])('[STATEMENT-4] of an earlier bill (%s) the columns read %s', async (isEarlier, heads) => {
  await openChange(addUp, isEarlier);
  expect(document.querySelector('thead')?.textContent).toBe(heads);
});

test('[STATEMENT-4] where nothing stays the same there is no row for it', async () => {
  const all = { amount: 5, before: 3, causes: [{ ...cause('usage', 5, 'Calls'), before: 3 }] };
  expect((await openChange(all)).slice(1).map(([name]) => name)).toEqual(['Calls', 'Charges in all']);
});

test.each([
  ['the bill charges the same', { amount: 0, before: 84.99, causes: [] }],
  ['the server is of the release before', { amount: 3.49, causes: [calls] }],
])('[STATEMENT-4] there is nothing to open when %s', async (_what, change) => {
  await speak('en');
  show(<BillChangeDetails change={change} />);
  expect(document.querySelector('details')).toBeNull();
});

test.each(languages)('[STATEMENT-2] every cause has words for more and for less, in %s', async (language) => {
  for (const code of changeCauses) {
    for (const amount of [1, -1]) {
      const line = await lineOf({ amount, causes: [cause(code, amount, 'Static IP')] }, language);
      expect(line).not.toContain('balance.');
      expect(line).toMatch(/[:.] ./);
    }
  }
});

test.each([
  [1, '$1.00 more than the month before'],
  [-1, '$1.00 less than the month before'],
  [0, 'The same amount as the month before'],
])('[STATEMENT-2] an earlier bill that differs by %i is not of last month', async (amount, text) => {
  expect(await lineOf({ amount, causes: [] }, 'en', true)).toBe(text);
});

test.each([
  ['International calls', 'international calls'],
  ['Llamadas internacionales', 'llamadas internacionales'],
  ['Llamadas a México', 'llamadas a México'],
  ['Fiber 500', 'Fiber 500'],
  ['Whole-home Wi-Fi', 'Whole-home Wi-Fi'],
  ['HBO', 'HBO'],
  ['Autopay', 'Autopay'],
])('[STATEMENT-2] inside a sentence %s reads %s', async (description, name) => {
  expect(await lineOf({ amount: 1, causes: [cause('added', 1, description)] })).toMatch(`: ${name} added`);
});

test('[STATEMENT-2] in Spanish a name stays as the bill has it', async () => {
  expect(await lineOf({ amount: 3.49, causes: [calls] }, 'es')).toContain('International calls');
});

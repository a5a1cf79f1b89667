import { type BillChange, type ChangeCause, changeCauses } from '@myaccount/contract/invoices';
import { type Language, languages } from '@myaccount/contract/languages';
import { expect, test } from 'vitest';
import { show, speak } from '../../testing/page.tsx';
import { BillChangeLine } from './BillChangeLine.tsx';

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

import { type BillChange, changeCauses } from '@myaccount/contract/invoices';
import { type Language, languages } from '@myaccount/contract/languages';
import { expect, test } from 'vitest';
import { show, speak } from '../../testing/page.tsx';
import { BillChangeLine } from './BillChangeLine.tsx';

async function lineOf(change: BillChange, language: Language = 'en'): Promise<string | null> {
  await speak(language);
  const { container, unmount } = show(<p id="line">{<BillChangeLine change={change} />}</p>);
  const text = container.querySelector('#line')?.textContent ?? null;
  unmount();
  return text;
}

const calls = { code: 'usage', amount: 3.49, description: 'International calls' } as const;
const fee = { code: 'late-fee', amount: -10, description: null } as const;
const tax = { code: 'tax', amount: 0.2, description: null } as const;

test.each([
  [[calls], 3.49, '$3.49 more than last month: international calls'],
  [[fee], -10, '$10.00 less than last month: less in late fees'],
  [
    [fee, calls],
    -6.51,
    '$6.51 less than last month: less in late fees (−$10.00), international calls (+$3.49)',
  ],
  [
    [fee, calls, tax],
    -6.31,
    '$6.31 less than last month: less in late fees (−$10.00), international calls (+$3.49), and other changes',
  ],
  [[], 0, 'The same amount as last month'],
] as const)('[STATEMENT-2] %j reads as one line', async (causes, amount, text) => {
  expect(await lineOf({ amount, causes: [...causes] })).toBe(text);
});

test.each(languages)('[STATEMENT-2] every cause has words for more and for less, in %s', async (language) => {
  for (const code of changeCauses) {
    for (const amount of [1, -1]) {
      const line = await lineOf({ amount, causes: [{ code, amount, description: 'Static IP' }] }, language);
      expect(line).not.toContain('balance.');
      expect(line).toMatch(/: ./);
    }
  }
});

test.each([
  [1, '$1.00 more than the month before'],
  [-1, '$1.00 less than the month before'],
  [0, 'The same amount as the month before'],
])('[STATEMENT-2] an earlier bill that differs by %i is not of last month', async (amount, text) => {
  show(<p id="line">{<BillChangeLine change={{ amount, causes: [] }} isEarlier />}</p>);
  expect(document.querySelector('#line')?.textContent).toBe(text);
});

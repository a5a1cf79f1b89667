import { type BillChange, changeCauses } from '@myaccount/contract/invoices';
import type { Language } from '@myaccount/contract/languages';
import { beforeEach, expect, test } from 'vitest';
import { installBrowser, show, startTexts } from '../../testing/page.tsx';
import { BillChangeLine } from './BillChangeLine.tsx';

beforeEach(() => installBrowser());

async function lineOf(change: BillChange, language: Language = 'en'): Promise<string | null> {
  await startTexts(language);
  const { container, unmount } = show(<p id="line">{<BillChangeLine change={change} />}</p>);
  const text = container.querySelector('#line')?.textContent ?? null;
  unmount();
  return text;
}

const calls = { code: 'usage', amount: 3.49, description: 'International calls' } as const;
const fee = { code: 'late-fee', amount: -10, description: null } as const;
const tax = { code: 'tax', amount: 0.2, description: null } as const;

test.each([
  ['en', [calls], 3.49, '$3.49 more than last month: international calls'],
  ['en', [fee], -10, '$10.00 less than last month: less in late fees'],
  [
    'en',
    [fee, calls],
    -6.51,
    '$6.51 less than last month: less in late fees (−$10.00), international calls (+$3.49)',
  ],
  [
    'en',
    [fee, calls, tax],
    -6.31,
    '$6.31 less than last month: less in late fees (−$10.00), international calls (+$3.49), and other changes',
  ],
  ['en', [], 0, 'The same amount as last month'],
  ['es', [calls], 3.49, '$3.49 más que el mes pasado: “International calls”'],
  ['es', [], 0, 'El mismo monto que el mes pasado'],
] as const)('[STATEMENT-2] in %s, %j reads as one line', async (language, causes, amount, text) => {
  expect(await lineOf({ amount, causes: [...causes] }, language)).toBe(text);
});

test.each(['en', 'es'] as const)(
  '[STATEMENT-2] every cause has words for more and for less, in %s',
  async (language) => {
    for (const code of changeCauses) {
      for (const amount of [1, -1]) {
        const line = await lineOf({ amount, causes: [{ code, amount, description: 'Static IP' }] }, language);
        expect(line).not.toContain('balance.');
        expect(line).toMatch(/: ./);
      }
    }
  },
);

test.each([
  ['en', 1, '$1.00 more than the month before'],
  ['en', -1, '$1.00 less than the month before'],
  ['es', 0, 'El mismo monto que el mes anterior'],
] as const)(
  '[STATEMENT-2] in %s, an earlier bill that differs by %i is not of last month',
  async (language, amount, text) => {
    await startTexts(language);
    const { container } = show(
      <p id="line">{<BillChangeLine change={{ amount, causes: [] }} isEarlier />}</p>,
    );
    expect(container.querySelector('#line')?.textContent).toBe(text);
  },
);

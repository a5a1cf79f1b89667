import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/page.tsx';
import { RecentBillsChart } from './RecentBillsChart.tsx';

const bills = [
  { invoice_num: 'INV-1', occurred_on: '2026-09-12', amount: 104.21 },
  { invoice_num: 'INV-2', occurred_on: '2026-10-12', amount: 104.21 },
  { invoice_num: 'INV-3', occurred_on: '2026-11-12', amount: 107.7 },
  { invoice_num: 'INV-4', occurred_on: '2026-12-12', amount: 100 },
];

test('[HOME-4] each bar has its day and amount, and what changed as a color and in words', () => {
  show(<RecentBillsChart bills={bills} />);
  screen.getByText('Your last bills, and the change from month to month');
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Dec 12, 2026$100.00−$7.70$7.70 less than the month before',
    'Nov 12, 2026$107.70+$3.49$3.49 more than the month before',
    'Oct 12, 2026$104.21',
    'Sep 12, 2026$104.21',
  ]);
  const changes = rows.map((row) => row.querySelector<HTMLElement>('[data-change]')?.dataset.change);
  expect(changes).toEqual(['less', 'more', undefined, undefined]);
});

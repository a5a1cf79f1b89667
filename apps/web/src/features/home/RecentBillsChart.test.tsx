import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/page.tsx';
import { user } from '../../testing/user.ts';
import { RecentBillsChart } from './RecentBillsChart.tsx';

const bills = [
  { invoice_num: 'INV-1', occurred_on: '2026-09-12', amount: 104.21 },
  { invoice_num: 'INV-2', occurred_on: '2026-10-12', amount: 0 },
  { invoice_num: 'INV-3', occurred_on: '2026-11-12', amount: 107.7 },
];

const nameOf = (bar: Element | null) => bar?.getAttribute('aria-label')?.replaceAll('\u00a0', ' ');
const focusedBar = () => nameOf(document.activeElement);

test('[HOME-4] the chart says what it shows, and each bar its day and amount', () => {
  show(<RecentBillsChart bills={bills} />);
  const chart = screen.getByRole('group', {
    name: /^3 bills from Sep\s12,\s2026 to Nov\s12,\s2026, between \$0\.00 and \$107\.70\.$/,
  });
  expect(within(chart).getAllByRole('img').map(nameOf)).toEqual([
    'Sep 12, 2026: $104.21',
    'Oct 12, 2026: $0.00',
    'Nov 12, 2026: $107.70',
  ]);
});

test('[HOME-4] each month stands under the middle of its bar', () => {
  show(<RecentBillsChart bills={bills} />);
  for (const [index, month] of ['Sep', 'Oct', 'Nov'].entries()) {
    const label = screen.getByText(month);
    const [, column] = label.parentElement?.querySelectorAll('rect') ?? [];
    const numberOf = (name: string) => Number.parseFloat(column?.getAttribute(name) ?? '');
    const middle = numberOf('x') + numberOf('width') / 2;
    expect(Number.parseFloat(label.getAttribute('x') ?? '')).toBeCloseTo(middle);
    expect(middle).toBeCloseTo(((index + 0.5) * 100) / 3);
  }
});

test('[HOME-4] a value is wider than its bar, so it names its month', () => {
  show(<RecentBillsChart bills={bills} />);
  const values = ['Sep $104.21', 'Oct $0.00', 'Nov $107.70'].map((value) => screen.getByText(value));
  expect(values.map((value) => value.getAttribute('text-anchor'))).toEqual(['middle', 'middle', 'middle']);
});

test('[HOME-4] the value of a narrow bar near an edge ends at the edge of its part', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    invoice_num: `INV-${index}`,
    occurred_on: `2026-${String(index + 1).padStart(2, '0')}-12`,
    amount: 10,
  }));
  show(<RecentBillsChart bills={many} />);
  const placeOf = (value: string) => {
    const text = screen.getByText(value);
    return [text.getAttribute('text-anchor'), Math.round(Number.parseFloat(text.getAttribute('x') ?? ''))];
  };
  expect(placeOf('Jan $10.00')).toEqual(['start', 0]);
  expect(placeOf('Mar $10.00')).toEqual(['start', 17]);
  expect(placeOf('Apr $10.00')).toEqual(['middle', 29]);
  expect(placeOf('Sep $10.00')).toEqual(['middle', 71]);
  expect(placeOf('Oct $10.00')).toEqual(['end', 83]);
  expect(placeOf('Dec $10.00')).toEqual(['end', 100]);
});

test('[HOME-4] a keyboard reaches the last bar with Tab and the others with arrows', async () => {
  show(<RecentBillsChart bills={bills} />);
  await user.tab();
  expect(focusedBar()).toBe('Nov 12, 2026: $107.70');
  await user.keyboard('{ArrowLeft}');
  expect(focusedBar()).toBe('Oct 12, 2026: $0.00');
  await user.keyboard('{Home}');
  expect(focusedBar()).toBe('Sep 12, 2026: $104.21');
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});

test('[HOME-4] two bills are too few for a chart', () => {
  show(<RecentBillsChart bills={bills.slice(0, 2)} />);
  expect(screen.queryByRole('group')).toBeNull();
});

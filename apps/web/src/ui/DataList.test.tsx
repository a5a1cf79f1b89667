import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/page.tsx';
import { type DataColumn, DataList, RowActionText, rowAction } from './DataList.tsx';

interface Bill {
  readonly id: string;
  readonly day: string;
  readonly isPaid: boolean;
}

const bills: Bill[] = [
  { id: 'INV-2', day: 'Nov 12, 2026', isPaid: false },
  { id: 'INV-1', day: 'Oct 12, 2026', isPaid: true },
];

const columns: DataColumn<Bill>[] = [
  { key: 'number', isRowHeader: true, cell: (bill) => bill.id },
  { key: 'day', label: 'Due date', narrow: 'first', narrowPrefix: 'Due', cell: (bill) => bill.day },
  {
    key: 'state',
    label: 'State',
    narrow: (bill) => (bill.isPaid ? 'middle' : undefined),
    cell: (bill) => (bill.isPaid ? 'Paid' : 'Due'),
  },
];

function showBills(open?: string) {
  show(
    <DataList
      caption="Bills"
      texts="invoices.list"
      columns={columns}
      rows={bills}
      rowKey={(bill) => bill.id}
      action={{
        label: 'Actions',
        cell: (bill) => (
          <a href={`/bills/${bill.id}`} className={rowAction} aria-label={`Open ${bill.id}`}>
            <RowActionText>Open</RowActionText>
          </a>
        ),
      }}
      detail={(bill) => (bill.id === open ? <p>Payments</p> : undefined)}
    />,
  );
  return within(screen.getByRole('table', { name: 'Bills' }));
}

test('[LOOK-2] a screen reader finds a table with every column, whatever its width', () => {
  const table = showBills();
  expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Bill',
    'Due date',
    'State',
    'Actions',
  ]);
  expect(table.getAllByRole('rowheader').map((header) => header.textContent)).toEqual(['INV-2', 'INV-1']);
  expect(table.getByRole('link', { name: 'Open INV-1' }).getAttribute('href')).toBe('/bills/INV-1');
});

test('[LOOK-2] each cell says its place in a row of two lines; one without a place is heard only', () => {
  const [, first, second] = showBills().getAllByRole('row');
  const placesOf = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].map((cell) => (cell as HTMLElement).dataset.narrow);
  expect(placesOf(first)).toEqual([undefined, 'first', undefined, undefined]);
  expect(placesOf(second)).toEqual([undefined, 'first', 'middle', undefined]);
});

test('[LOOK-2] the word before a cell is seen only: its column header says it already', () => {
  const table = showBills();
  for (const prefix of table.getAllByText('Due', { selector: '[aria-hidden]' })) {
    expect(prefix.getAttribute('aria-hidden')).toBe('true');
  }
  table.getByRole('cell', { name: 'Nov 12, 2026' });
});

test('[HOME-6] what an open row shows takes the whole width', () => {
  const detail = showBills('INV-1').getByText('Payments').closest('td');
  expect(detail?.getAttribute('colspan')).toBe('4');
});

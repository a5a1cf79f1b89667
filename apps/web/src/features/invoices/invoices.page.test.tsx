import type { InvoiceRow } from '@myaccount/contract/invoices';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AccountBalance, jerome, mei } from '../../testing/balances.ts';
import { billingAccountOf } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import {
  accountNumber,
  answerForAccount,
  billing,
  happening,
  invoiceRow,
  pageOf,
  refresh,
} from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { BillSummaryCard } from './BillSummaryCard.tsx';
import { BillsWithPayments } from './BillsWithPayments.tsx';
import { InvoiceList } from './InvoiceList.tsx';

const closed = { status: 'CLOSED', paid_date: '2026-10-01', amount_to_pay: 0 } as const;
const paid = invoiceRow({ ...closed, id: 'i-0', invoice_num: 'INV-0' });
const server = startFakeServer(answerForAccount);

function answerBills(...result: InvoiceRow[]): void {
  server.answer('GET /invoices/all', pageOf(result));
}

/** Answers with what an account owes, and its bills with a paid one. */
function answerAccount({ billing: body, bills }: AccountBalance): void {
  server.answer(refresh, { body });
  answerBills(...bills.map((bill) => invoiceRow(bill)), paid);
}

const showBills = () => renderPage(<BillsWithPayments page={1} onPage={() => undefined} />);
const showList = () => renderPage(<InvoiceList page={1} onPage={() => undefined} />);

/** Place in a row of two lines of the cell that shows `text` in the row of a bill. */
async function placeOf(number: string, text: string): Promise<string | undefined> {
  const row = await screen.findByRole('row', { name: new RegExp(number) });
  return within(row).getByText(text).closest<HTMLElement>('td')?.dataset.narrow;
}

test.each([
  ['past due', jerome, 'Past due', 'INV-8'],
  ['on its way', mei, 'On its way', 'INV-7'],
] as const)('[HOME-6] the dashboard’s list says that a bill is %s', async (_what, account, state, number) => {
  answerAccount(account());
  await showBills();
  await screen.findByText(state);
  expect(await placeOf(number, state)).toBe('middle');
  expect(await placeOf('INV-0', 'Paid')).toBe('middle');
  expect(screen.queryByText('Pending')).toBeNull();
});

test('[HOME-6] while the balance is unknown, an open bill is due', async () => {
  server.answer(refresh, problemAnswer(400, 'request.invalid'));
  answerBills(invoiceRow());
  await showBills();
  await screen.findByText('Due');
});

test.each([showBills, showList])(
  '[STATEMENT-3] a row says how much is left of how much, once a part is paid',
  async (showRows) => {
    answerBills(
      invoiceRow({ amount: 107.7, amount_to_pay: 67.7 }),
      invoiceRow({ id: 'i-2', invoice_num: 'INV-2' }),
      paid,
    );
    await showRows();
    await screen.findByText('$67.70 left of $107.70');
    expect(screen.getAllByText(/left of/)).toHaveLength(1);
  },
);

test('[STATEMENT-3] the list of bills says whether a bill is paid in part', async () => {
  answerBills(invoiceRow({ amount_to_pay: 20 }), invoiceRow({ id: 'i-2', invoice_num: 'INV-2' }), paid);
  await showList();
  await screen.findByText('Paid in part');
  screen.getByText('Not paid yet');
});

const payments = 'GET /invoices/payments';
const show = 'Show payments of bill INV-1';

test('[HOME-6] a bill opens in place to the payments made to it, and shuts again', async () => {
  const detail = { payment_method: { nickname: 'Everyday card' }, occurred_on: '2024-01-05', amount: 60 };
  server.answer(payments, { body: [{ payment: { id: 'p-1' }, detail }] });
  answerBills(invoiceRow());
  await showBills();
  await user.click(await screen.findByRole('button', { name: show }));
  await screen.findByRole('table', { name: 'Payments made to bill INV-1' });
  for (const text of ['Everyday card', 'Jan 05, 2024', '$60.00']) screen.getByText(text);
  await user.click(screen.getByRole('button', { name: 'Hide payments of bill INV-1' }));
  expect(screen.queryByText('Everyday card')).toBeNull();
});

test('[HOME-6] payments that cannot be fetched hide their section, and can be retried; a bill without any says so', async () => {
  server.answer(payments, inTurn(problemAnswer(400, 'request.invalid'), { body: [] }));
  answerBills(invoiceRow());
  await showBills();
  const button = await screen.findByRole('button', { name: show });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(button);
  await screen.findByText('no payments found');
});

test('[BILLING-2] in two lines a paid bill shows when it was paid, an open one when it is due', async () => {
  server.answer(refresh, { body: billing() });
  answerBills(invoiceRow({ due_date: '2026-12-03' }), paid);
  await showList();
  expect(await placeOf('INV-0', 'Oct 01, 2026')).toBe('second');
  expect(await placeOf('INV-0', 'Paid')).toBe('lead');
  expect(await placeOf('INV-0', 'Dec 01, 2099')).toBeUndefined();
  expect(await placeOf('INV-1', 'Dec 03, 2026')).toBe('second');
  expect(await placeOf('INV-1', 'Not paid yet')).toBeUndefined();
  expect(await placeOf('INV-1', 'Pending')).toBe('second');
});

test('[BILLING-2] in two lines, Past due takes the place of Pending', async () => {
  answerAccount(jerome());
  await showList();
  await screen.findByText('Past due');
  expect(await placeOf('INV-8', 'Past due')).toBe('second');
  expect(await placeOf('INV-8', 'Pending')).toBeUndefined();
  expect(await placeOf('INV-9', 'Pending')).toBe('second');
});

test('[KINDS-8] [KINDS-9] in the list, credits, adjustments, and reversed bills are called so, and nothing of a credit is due', async () => {
  server.answer(refresh, { body: billing() });
  answerBills(
    invoiceRow({
      id: 'a',
      invoice_num: 'C-1',
      kind: 'credit',
      status: 'CLOSED',
      amount: -10,
      amount_to_pay: 0,
    }),
    invoiceRow({ id: 'b', invoice_num: 'D-1', kind: 'debit', due_date: '2026-12-03' }),
    invoiceRow({
      id: 'c',
      invoice_num: 'R-1',
      status: 'CLOSED',
      reversed_on: '2026-11-12',
      amount_to_pay: 0,
    }),
  );
  await showList();
  expect(await placeOf('Credit C-1', 'Credit')).toBe('lead');
  expect(await placeOf('Adjustment D-1', 'Dec 03, 2026')).toBe('second');
  expect(await placeOf('R-1', 'Reversed')).toBe('lead');
  expect(screen.queryAllByText('Dec 01, 2099')).toEqual([]);
  expect(screen.queryAllByText('Not paid yet').length).toBe(1);
  for (const name of [
    'View details of credit C-1',
    'View details of adjustment D-1',
    'View details of bill R-1',
  ])
    screen.getByRole('link', { name });
});

test('[KINDS-8] on the dashboard, a credit leads to its page, and payments of an adjustment are called so', async () => {
  server.answer(refresh, { body: billing() });
  server.answer(payments, { body: [] });
  answerBills(
    invoiceRow({ id: 'a', invoice_num: 'C-1', kind: 'credit', status: 'CLOSED', amount_to_pay: 0 }),
    invoiceRow({ id: 'b', invoice_num: 'D-1', kind: 'debit' }),
  );
  await showBills();
  await screen.findByRole('link', { name: 'View details of credit C-1' });
  await user.click(screen.getByRole('button', { name: 'Show payments of adjustment D-1' }));
  await screen.findByRole('link', { name: 'View details of adjustment D-1' });
});

test.each([
  [0, 'None'],
  [12.5, '$12.50'],
])('[BILLING-1] pending charges of %d read %s', async (pending_charges_total, text) => {
  server.answer(refresh, { body: billing() });
  const account = billingAccountOf(accountNumber, { pending_charges_total });
  server.answer('GET /billing/gtv/account', { body: [account] });
  await renderPage(<BillSummaryCard />);
  const term = await screen.findByText('Pending charges');
  expect(term.nextElementSibling?.textContent).toBe(text);
});

test.each([
  ['on', true],
  ['off', false],
])(
  '[BALANCE-1, HOME-7] with autopay %s, the card says what it will charge: %s',
  async (_state, isAutoPayEnabled) => {
    const setUp = { invoice_ids: undefined };
    const happenings = [
      ...(isAutoPayEnabled ? [happening('autopay')] : []),
      happening('method-expires', setUp),
    ];
    server.answer(refresh, { body: billing({ isAutoPayEnabled, happenings }) });
    await renderPage(<BillSummaryCard />);
    await screen.findByText('Pending charges');
    const rows = screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
    const row = /^Nov\s28,\s2099 Autopay will charge \$84\.99 to Credit Card\s.*4242\.See payments$/;
    expect(rows).toEqual(isAutoPayEnabled ? [expect.stringMatching(row)] : []);
  },
);

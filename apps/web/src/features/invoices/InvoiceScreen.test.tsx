import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { detailOf } from '../../testing/balances.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import {
  answerForAccount,
  bankAccount,
  billing,
  card,
  happening,
  openItem,
  refresh,
} from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { watchSaved } from '../../testing/saved-files.ts';
import { user } from '../../testing/user.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { InvoiceScreen } from './InvoiceScreen.tsx';

const onBack = vi.fn();
const server = startFakeServer(answerForAccount);

const bill = { id: 'i-1', invoice_num: 'INV-1', due_date: '2024-01-25', amount: 92.49, amount_to_pay: 0 };
const invoice: InvoiceDetail = {
  ...detailOf(bill),
  occurred_on: '2024-01-05',
  paid_date: '2024-01-20',
  billing_statement: {
    balance: 90,
    payment_received_amount: 90,
    service_charges: 74.99,
    activity_charges: 2.5,
    taxes_and_fees: 15,
    late_fees: 10,
    total_current_charges: 92.49,
    total_amount: 92.49,
  },
  invoice_items: [
    {
      description: 'Fiber 1 Gig',
      charges: [
        { invoice_item_charge_type: 'recurring', amount: 79.99, description: 'Monthly service' },
        { invoice_item_charge_type: 'discount', amount: -5, description: 'Autopay' },
        { invoice_item_charge_type: 'usage', amount: 2.5, description: 'Calls' },
        { invoice_item_charge_type: 'tax', amount: 5, description: 'State tax' },
        { invoice_item_charge_type: 'late-fee', amount: 10, description: 'December' },
      ],
    },
  ],
};

beforeEach(() => {
  onBack.mockClear();
  server.answer(refresh, { body: billing({ balance: 0, amountDue: 0 }) });
  server.answer('GET /invoices/single', { body: [invoice] });
});

/** The bill, once the balance is there, as its page loads both. */
function Page() {
  return useBillingRefresh().isPending ? null : <InvoiceScreen invoiceId="i-1" onBack={onBack} />;
}

/** Opens the bill, with changes. */
function openInvoice(changes?: Partial<InvoiceDetail>) {
  if (changes) server.answer('GET /invoices/single', { body: [{ ...invoice, ...changes }] });
  return renderPage(<Page />);
}

/** Returns the value beside a term of the bill. */
function factOf(term: string): string | null | undefined {
  return screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
}

test('[BILLING-3] a bill reads like one on paper, figure by figure', async () => {
  await openInvoice();
  const article = await screen.findByRole('article');
  const facts = {
    Account: '100200300',
    Issued: 'Jan 05, 2024',
    'Original due date': 'Jan 25, 2024',
    Paid: 'Jan 20, 2024',
    'Previous balance': '$90.00',
    'Payments received': '−$90.00',
    'Current charges': '$92.49',
  };
  for (const [term, text] of Object.entries(facts)) expect([term, factOf(term)]).toEqual([term, text]);
  expect(article.textContent).toMatch(/Total\$92\.49PaidJan 20, 2024Previous balance/);
  for (const sum of ['Service charges $74.99', 'Activity charges $2.50', 'Taxes and fees $5.00'])
    screen.getByRole('heading', { level: 2, name: sum });
  const discount = screen.getByText('Autopay').closest('li');
  expect(discount?.textContent).toBe('Discount: Autopay−$5.00');
  const lateFee = screen.getByRole('heading', { name: 'Late fee $10.00' }).closest('section');
  expect(lateFee?.textContent).toBe('Late fee $10.00December$10.00');
});

test('[BILLING-3] an open bill says what is to pay; its total is apart', async () => {
  await openInvoice({ amount_to_pay: 92.49, paid_date: null, status: 'OPEN' });
  const article = await screen.findByRole('article');
  expect(article.textContent).toMatch(/Amount to pay\$92\.49DueJan 25, 2024Pay \$92\.49Previous/);
  expect(factOf('Paid')).toBe('Not paid yet');
  expect(screen.queryByRole('heading', { name: /^(Payments and credits|Left)/ })).toBeNull();
});

const payment = (id: string, method = card()) => ({
  payment: { id, payment_method: method },
  credit: null,
});
const applied: InvoiceDetail['applied'] = [
  { kind: 'credited', day: '2024-01-05', amount: 2.49, payment: null, credit: null },
  {
    kind: 'credited',
    day: '2024-01-08',
    amount: 10,
    payment: null,
    credit: { id: 'c-1', invoice_num: 'CR-1', kind: 'credit' },
  },
  { kind: 'paid', day: '2024-01-10', amount: 40, ...payment('p-1') },
  { kind: 'refunded', day: '2024-01-12', amount: -15, ...payment('p-1') },
  { kind: 'paid', day: '2024-01-13', amount: 20, ...payment('p-2', bankAccount()) },
  { kind: 'returned', day: '2024-01-16', amount: -20, ...payment('p-2', bankAccount()) },
];

test('[STATEMENT-3] a bill says what paid it and what was given back, each with day, method, and receipt, and what is left', async () => {
  await openInvoice({ applied, amount_to_pay: 55, paid_date: null, status: 'OPEN' });
  const sum = await screen.findByRole('heading', { level: 2, name: 'Payments and credits −$37.49' });
  const rows = within(sum.closest('section') as HTMLElement).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Credited Jan 05, 2024 Credit from before your first bill−$2.49',
    'Credited Jan 08, 2024 Credit CR-1−$10.00',
    'Paid Jan 10, 2024 Credit Card …4242−$40.00',
    'Refunded Jan 12, 2024 Credit Card …4242$15.00',
    'Paid Jan 13, 2024 Bank Account …6789−$20.00',
    'Returned Jan 16, 2024 Bank Account …6789$20.00',
  ]);
  const hrefs = rows.map((row) => row.querySelector('a')?.getAttribute('href'));
  const [first, second] = ['/payments/receipts/p-1', '/payments/receipts/p-2'];
  expect(hrefs).toEqual([undefined, '/billing/invoices/c-1', first, first, second, second]);
  screen.getByRole('heading', { level: 2, name: 'Left $55.00' });
  expect(factOf('Paid')).toBe('Paid in part');
  expect(factOf('Total')).toBe('$92.49');
});

test('[STATEMENT-3] what is on its way is taken off what is left, as it is off the figure', async () => {
  const item = { ...openItem({ invoice_id: 'i-1' }), amount: 52.49, on_its_way: 12.49 };
  server.answer(refresh, { body: billing({ balance: 52.49, amountDue: 40, openItems: [item] }) });
  const paid = [{ kind: 'paid', day: '2024-01-10', amount: 40, ...payment('p-1') }] as const;
  await openInvoice({ applied: [...paid], amount_to_pay: 52.49, paid_date: null, status: 'OPEN' });
  const sum = await screen.findByRole('heading', { level: 2, name: 'Payments and credits −$52.49' });
  expect(sum.closest('section')?.textContent).toMatch(/…4242−\$40\.00On its way−\$12\.49$/);
  screen.getByRole('heading', { level: 2, name: 'Left $40.00' });
});

test('[STATEMENT-3] a server of the release before says nothing of it', async () => {
  await openInvoice({ amount_to_pay: 55, paid_date: null, status: 'OPEN' });
  await screen.findByRole('article');
  expect(screen.queryByRole('heading', { name: /^(Payments and credits|Left)/ })).toBeNull();
});

test('[BILLING-3] the bills before and after take the place of this one; the first and last have one of them', async () => {
  const ways = async (ids: Pick<Partial<InvoiceDetail>, 'previous_id' | 'next_id'>) => {
    const page = await openInvoice(ids);
    await screen.findByRole('article');
    const links = within(screen.getByRole('navigation', { name: 'Other bills' })).queryAllByRole('link');
    const shown = links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    page.unmount();
    return shown;
  };
  const previous = ['Previous bill', '/billing/invoices/i-0'];
  const next = ['Next bill', '/billing/invoices/i-2'];
  expect(await ways({ previous_id: 'i-0', next_id: 'i-2' })).toEqual([previous, next]);
  expect(await ways({ previous_id: 'i-0', next_id: null })).toEqual([previous]);
  expect(await ways({})).toEqual([]);
});

test('[BILLING-3] without a late fee, credit, or other open items there is no line for them', async () => {
  const none = { late_fees: 0, payment_received_amount: 0, balance: 0, activity_charges: 0 };
  await openInvoice({ billing_statement: { ...invoice.billing_statement, ...none } });
  await screen.findByRole('article');
  const terms = /^(Payments received|Late fee|Credit applied|Previous balance|Activity charges)$/;
  expect(screen.queryAllByText(terms, { selector: 'dt' })).toEqual([]);
});

const added = { code: 'added', amount: 5, description: 'Wi-Fi' } as const;

test.each([
  ['a bill of the same amount says so', [], 'i-1', 'The same amount as last month'],
  ['a bill says what changed', [added], 'i-1', '$5.00 more than last month: Wi-Fi added'],
  ['an earlier bill is not of last month', [], 'i-2', 'The same amount as the month before'],
])('[STATEMENT-2] %s', async (_what, causes, latestInvoiceId, text) => {
  const billSummary = { ...billing().billSummary, latestInvoiceId };
  server.answer(refresh, { body: billing({ balance: 0, amountDue: 0, billSummary }) });
  await openInvoice({ change: { amount: causes.length * 5, causes } });
  await screen.findByText((_content, element) => element?.tagName === 'P' && element.textContent === text);
});

test('[HOME-7] an open bill tells what happens to it, and nothing of others', async () => {
  const open = { ...bill, amount_to_pay: 92.49 };
  server.answer('GET /invoices/single', { body: [detailOf(open)] });
  const happenings = [
    happening('returned', { reason: 'returned' }),
    happening('planned', { invoice_ids: ['i-2'] }),
    happening('email', { invoice_ids: undefined }),
  ];
  server.answer(refresh, { body: billing({ happenings }) });
  await renderPage(<InvoiceScreen invoiceId="i-1" onBack={onBack} />);
  const list = await screen.findByRole('list', { name: 'What happens' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^Nov 28, 2099 Your bank returned/)]);
});

test('[BILLING-3] Back and Escape lead back', async () => {
  await openInvoice();
  const dialog = await screen.findByRole('dialog', { name: 'Bill INV-1' });
  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onBack).toHaveBeenCalledTimes(2);
});

test('[BILLING-3] a bill that does not load can be retried', async () => {
  server.answer('GET /invoices/single', inTurn(problemAnswer(400, 'request.invalid'), { body: [invoice] }));
  await openInvoice();
  await screen.findByText('We are not able to process your request at the moment, please try again.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'Bill INV-1' });
});

test('[BILLING-3] a bill that does not exist leads to the bills, and is not tried again', async () => {
  server.answer('GET /invoices/single', problemAnswer(404, 'request.not-found'));
  await openInvoice();
  await screen.findByRole('heading', { name: 'Bill not found' });
  expect(screen.getByRole('link', { name: 'See your bills' }).getAttribute('href')).toBe('/billing');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('[BILLING-4] the file is saved under the bill’s name', async () => {
  const saved = watchSaved();
  server.answer('GET /invoices/download', { body: {} });
  await openInvoice();
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'invoice-INV-1.pdf' }]));
});

test('[BILLING-4] a failed download is logged, noted, and the button works again', async () => {
  server.answer('GET /invoices/download', problemAnswer(503, 'invoices.pdf-unavailable'));
  await openInvoice();
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await screen.findByText('The PDF could not be downloaded. Please try again in a moment.');
  const error = '503 invoices.pdf-unavailable test-correlation-1';
  const body = { accountNumber: '100200300', action: 'invoices.download failed', error };
  await waitFor(() => expect(server.requestsOf('POST /logger/log')).toMatchObject([{ body }]));
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(server.requestsOf('GET /invoices/download')).toHaveLength(2));
});

test('[KINDS-8] a credit has its own name, its reason, and its lines, and no PDF, period, or due date', async () => {
  await openInvoice({
    kind: 'credit',
    reason: 'Outage on Nov 2',
    amount: -10,
    paid_date: null,
    billing_statement: { ...invoice.billing_statement, total_amount: -10 },
  });
  await screen.findByRole('heading', { level: 1, name: 'Credit INV-1' });
  screen.getByText('Outage on Nov 2');
  expect(screen.getAllByText('Credit').length).toBeGreaterThan(0);
  for (const text of ['Billing period', 'Original due date', 'Paid', 'Current charges', 'Previous balance'])
    expect(screen.queryByText(text)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('[KINDS-8] an open adjustment can be paid, is due on a day, and has no PDF', async () => {
  await openInvoice({
    kind: 'debit',
    reason: 'Router not returned',
    status: 'OPEN',
    amount_to_pay: 15,
    paid_date: null,
  });
  await screen.findByRole('heading', { level: 1, name: 'Adjustment INV-1' });
  screen.getByRole('link', { name: /^Pay/ });
  screen.getByText('Original due date');
  expect(screen.queryByText('Billing period')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('[KINDS-9] a reversed bill says when, leads to its successor, and keeps its PDF', async () => {
  await openInvoice({
    reversed_on: '2024-01-12',
    paid_date: null,
    replaced_by: { id: 'i-2', invoice_num: 'INV-2', kind: 'cycle' },
  });
  await screen.findByText('Reversed on Jan 12, 2024. Nothing of it is owed.');
  const link = screen.getByRole('link', { name: 'See what replaces it: Bill INV-2' });
  expect(link.getAttribute('href')).toContain('/billing/invoices/i-2');
  screen.getByText('Reversed');
  expect(screen.queryByText('Not paid yet')).toBeNull();
  screen.getByRole('button', { name: 'Download' });
});

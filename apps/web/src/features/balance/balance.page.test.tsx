import { formatDay } from '@myaccount/contract/dates';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type AccountBalance,
  creditOnly,
  detailOf,
  jerome,
  mei,
  olivia,
  openingDebt,
  rowOf,
  samuel,
} from '../../testing/balances.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, pageOf, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { businessToday } from '../../ui/time.ts';
import { NextPaymentCard } from '../home/NextPaymentCard.tsx';
import { BillSummaryCard } from '../invoices/BillSummaryCard.tsx';
import { InvoiceList } from '../invoices/InvoiceList.tsx';
import { InvoiceScreen } from '../invoices/InvoiceScreen.tsx';
import { PaymentScreen } from '../payments/PaymentScreen.tsx';

const [pastDue, onItsWay] = ['Past due', 'On its way'];
const credit = 'You have $97.19 in credit';
const pay = /^Pay /;

interface ExpectedFigures {
  /** The large figure of dashboard and billing, and of the page of an open bill. */
  readonly figure: string;
  /** The balance of the billing page. */
  readonly balance: string;
  /** Each open item: name, amount, state, due date, and what is to pay of it where that is less. */
  readonly items: readonly (readonly string[])[];
}

/** The figures: the large one, the balance where that is another, and each item as “name, amount, state, day”. */
function owes(figure: string, balance: string, ...items: string[]): ExpectedFigures {
  return { figure, balance, items: items.map((item) => item.split(', ')) };
}

const carriedOver = 'Balance carried over, $50.00, Past due, 2026-11-18';
const firstBill = 'Bill INV-1, $100.00, Due, 2026-12-15';
const lateBill = 'Bill INV-8, $82.74, Past due, 2026-10-19';
const newerBill = 'Bill INV-4, $102.74, Due, 2026-12-09';
const partlyOnItsWay = 'Bill INV-3, $113.66, Due, 2026-11-22, $93.66';
const cases: [about: string, account: () => AccountBalance, expected: ExpectedFigures][] = [
  ['a credit paid most', samuel, owes('$5.62', '$5.62', 'Bill INV-2, $5.62, Due, 2026-12-09')],
  ['a debt from before', openingDebt, owes('$150.00', '$150.00', carriedOver, firstBill)],
  ['all on its way', mei, owes('$101.98', '$101.98', 'Bill INV-7, $101.98, On its way, 2026-11-20')],
  ['one past due', jerome, owes('$175.48', '$175.48', lateBill, 'Bill INV-9, $92.74, Due, 2026-12-18')],
  ['a part on its way', olivia, owes('$196.40', '$216.40', partlyOnItsWay, newerBill)],
  ['a credit', creditOnly, owes(credit, '$97.19')],
];

const server = startFakeServer(answerForAccount);

beforeEach(() => {
  server.answer('GET /payments/recurring-payments', { body: [saved('m-1', { auto_payment: true })] });
});

function answerBalance({ billing, bills }: AccountBalance): void {
  server.answer('GET /billing/gtv/billing-account/refresh', { body: billing });
  const result = bills.map(rowOf);
  server.answer('GET /invoices/all', pageOf(result));
}

/** What is open, item by item: a single one is beneath the figure, without its name and amount. */
function itemsIn(region: HTMLElement): (string | null)[][] {
  const table = within(region).queryByRole('table', { name: 'What is open' });
  if (table) {
    const [, ...rows] = within(table).getAllByRole('row');
    return rows.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent));
  }
  const state = within(region).queryByText(/^(Due|Past due|On its way)$/, {
    selector: 'p > [data-tone] > span',
  });
  return state ? [[...(state.closest('p')?.children ?? [])].map((part) => part.textContent)] : [];
}

/** Names of what a payment of everything that is due covers. */
function coveredIn(form: HTMLElement): (string | null | undefined)[] {
  const list = within(form).queryByRole('list', { name: 'What this payment covers' });
  const items = list ? within(list).getAllByRole('listitem') : [];
  return items.map((item) => item.firstElementChild?.firstChild?.textContent);
}

/** The one large figure, and the way to pay it, when there is something to pay. */
function expectOwed(page: HTMLElement, figure: string, href: string | undefined): void {
  within(page).getByText(figure, { selector: 'p, p > span' });
  const links = within(page)
    .queryAllByRole('link', { name: pay })
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual(href ? [[`Pay ${figure}`, href]] : []);
}

/** Returns the value beside a term; undefined where the term is not shown. */
function factIn(container: HTMLElement, term: string): string | null | undefined {
  return within(container).queryByText(term, { selector: 'dt' })?.nextElementSibling?.textContent;
}

/** The rows as they read: the day, how late it is, and “Due” where the state does not say it. */
function shownItems(items: ExpectedFigures['items']) {
  return items.map(([name = '', amount = '', state = '', day = '']) => {
    const daysLate = (Date.parse(businessToday()) - Date.parse(day)) / 86_400_000;
    const due = `${state === onItsWay ? 'Due ' : ''}${formatDay(day, 'en')}`;
    const standing = [state, state === pastDue ? `${due} ${daysLate} days late` : due];
    return items.length > 1 ? [name, amount, ...standing] : standing;
  });
}

/** What is to pay of one bill on its own page: nothing where all of it is on its way. */
async function expectOpenBill(dialog: HTMLElement, id: string, item: readonly string[]): Promise<void> {
  const [, amount = '', state = '', , toPay = amount] = item;
  const isCovered = state === onItsWay;
  await within(dialog).findByText('Amount to pay', { selector: 'p' });
  const href = isCovered ? undefined : `/billing/make-payment?bill=${id}`;
  await waitFor(() => expectOwed(dialog, isCovered ? '$0.00' : toPay, href));
  await waitFor(() => expect(itemsIn(dialog)).toEqual(shownItems([item])));
  const note = within(dialog).queryByText(/^All of it is on its way\. You do not need to pay it again\./);
  expect(note !== null).toBe(isCovered);
}

test.each(cases)('[HOME-2] [BILLING-1] [PAY-1] %s', async (_about, account, { figure, balance, items }) => {
  const shown = account();
  answerBalance(shown);
  const isNothingDue = shown.billing.amountDue === 0;
  await renderPage(
    <>
      <NextPaymentCard />
      <BillSummaryCard />
      <PaymentScreen />
    </>,
  );
  await screen.findByRole('form');
  const region = (name: string) => screen.getByRole('region', { name });
  const summary = region('Bill summary');
  for (const page of [region('Next payment'), summary]) {
    expectOwed(page, figure, isNothingDue ? undefined : '/billing/make-payment');
    expect(itemsIn(page)).toEqual(shownItems(items));
    // Nothing is said of no money.
    expect(page.textContent).not.toMatch(/\$0\.00 is/);
  }
  const isWhole = figure === balance || figure === credit;
  within(summary).getByText(isWhole ? 'Balance' : 'To pay now', { selector: 'p' });
  expect(factIn(summary, 'Balance')).toBe(isWhole ? undefined : balance);
  const form = region('Make a payment');
  const button = within(form).getByRole('button', { name: pay });
  expect(button.textContent).toBe(isNothingDue ? 'Pay ahead' : `Pay ${figure} now`);
  const open = items.filter(([, , state]) => state !== onItsWay);
  expect(coveredIn(form)).toEqual(open.map(([name]) => name));
});

test.each(cases)('[BILLING-2] [BILLING-3] list and bill: %s', async (_about, account, { figure, items }) => {
  const shown = account();
  answerBalance(shown);
  for (const bill of shown.bills) {
    const item = items.find(([name]) => name === `Bill ${bill.invoice_num}`);
    const [, amount = '—', state = ''] = item ?? [];
    server.answer('GET /invoices/single', { body: [detailOf(bill)] });
    const page = await renderPage(
      <>
        <InvoiceList page={1} onPage={vi.fn()} />
        <InvoiceScreen invoiceId={bill.id} onBack={vi.fn()} />
      </>,
    );
    await screen.findByRole('heading', { level: 1, name: `Bill ${bill.invoice_num}` });
    const dialog = screen.getByRole('dialog');
    if (item) await expectOpenBill(dialog, bill.id, item);
    else {
      await within(dialog).findByText('Total', { selector: 'p' });
      expect(within(dialog).queryByRole('link', { name: pay })).toBeNull();
    }
    const others = within(dialog).queryByText(/ in all\. A payment goes to your oldest bill first\.$/);
    const isOneOfMany = item !== undefined && items.length > 1;
    expect(others?.textContent?.split(' in all')[0]).toBe(isOneOfMany ? `You owe ${figure}` : undefined);
    const row = await screen.findByRole('row', { name: new RegExp(bill.invoice_num), hidden: true });
    const [, dueDate, , , amountToPay] = within(row).getAllByRole('cell', { hidden: true });
    expect(amountToPay?.textContent).toBe(amount);
    for (const special of [pastDue, onItsWay]) {
      expect(dueDate?.textContent?.includes(special)).toBe(state === special);
    }
    page.unmount();
  }
});

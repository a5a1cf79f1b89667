import { formatDay } from '@myaccount/contract/dates';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountBalance,
  creditOnly,
  detailOf,
  jerome,
  mei,
  olivia,
  openingDebt,
  openingDebtPaid,
  rowOf,
  samuel,
} from '../../testing/balances.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { businessToday } from '../../ui/business-day.ts';
import { NextPaymentCard } from '../home/NextPaymentCard.tsx';
import { BillSummaryCard } from '../invoices/BillSummaryCard.tsx';
import { InvoiceList } from '../invoices/InvoiceList.tsx';
import { InvoiceScreen } from '../invoices/InvoiceScreen.tsx';
import { PaymentSection } from '../payments/PaymentSection.tsx';

const w = {
  nextPayment: 'Next payment',
  summary: 'Bill summary',
  bills: 'Bills',
  form: 'Make a payment',
  openItems: 'What is open',
  bill: 'Bill',
  opening: 'Balance from before your first bill',
  due: 'Due',
  pastDue: 'Past due',
  openingPastDue: 'Past due',
  onItsWay: 'On its way',
  partOnItsWay: '$20.00 of this is on its way',
  balance: 'Balance',
  toPayNow: 'To pay now',
  inCredit: 'You have $97.19 in credit',
  dueOn: 'Due ',
  lateDays: (days: number) => ` ${days} days late`,
  thisBill: 'This bill',
  nothing: 'Nothing',
  amountToPay: 'Amount to pay',
  onItsWayNote: 'All of it is on its way. You do not need to pay it again.',
  totalOwed: 'Total owed',
  standing: 'Where this bill stands today',
  standingAll: 'What you owe today',
  covered: 'What this payment covers',
  pay: /^Pay /,
} as const;

interface ExpectedFigures {
  /** The large figure of dashboard and billing, and of the page of an open bill. */
  readonly figure: string;
  /** What every page asks to pay; null when they ask for nothing. */
  readonly pay: string | null;
  /** The balance of the billing page. */
  readonly balance: string;
  /** Each open item: name, amount, state, due date, and what is on its way. */
  readonly items: readonly (readonly string[])[];
}

const cases: [about: string, account: () => AccountBalance, expected: ExpectedFigures][] = [
  [
    'a credit paid most of the bill',
    samuel,
    {
      figure: '$5.62',
      pay: '$5.62',
      balance: '$5.62',
      items: [[`${w.bill} INV-2`, '$5.62', w.due, '2026-12-09']],
    },
  ],
  [
    'the account came with a debt',
    openingDebt,
    {
      figure: '$150.00',
      pay: '$150.00',
      balance: '$150.00',
      items: [
        [w.opening, '$50.00', w.openingPastDue, '2026-11-18'],
        [`${w.bill} INV-1`, '$100.00', w.due, '2026-12-15'],
      ],
    },
  ],
  [
    'the debt it came with is paid, and half of the bill',
    openingDebtPaid,
    {
      figure: '$50.00',
      pay: '$50.00',
      balance: '$50.00',
      items: [[`${w.bill} INV-1`, '$50.00', w.due, '2026-12-15']],
    },
  ],
  [
    'the whole bill is on its way',
    mei,
    {
      figure: '$101.98',
      pay: null,
      balance: '$101.98',
      items: [[`${w.bill} INV-7`, '$101.98', w.onItsWay, '2026-11-20']],
    },
  ],
  [
    'one bill is past due and a newer one is not',
    jerome,
    {
      figure: '$175.48',
      pay: '$175.48',
      balance: '$175.48',
      items: [
        [`${w.bill} INV-8`, '$82.74', w.pastDue, '2026-10-19'],
        [`${w.bill} INV-9`, '$92.74', w.due, '2026-12-18'],
      ],
    },
  ],
  [
    'two bills are due on two days, and a part is on its way',
    olivia,
    {
      figure: '$196.40',
      pay: '$196.40',
      balance: '$216.40',
      items: [
        [`${w.bill} INV-3`, '$113.66', w.due, '2026-11-22', w.partOnItsWay],
        [`${w.bill} INV-4`, '$102.74', w.due, '2026-12-09'],
      ],
    },
  ],
  [
    'nothing is open and a credit is left',
    creditOnly,
    {
      figure: w.inCredit,
      pay: null,
      balance: '$97.19',
      items: [],
    },
  ],
];

const server = startFakeServer(answerForAccount);

beforeEach(() => {
  server.answer('GET /payments/recurring-payments', { body: [saved('m-1', { auto_payment: true })] });
});

function answerBalance({ billing, bills }: AccountBalance): void {
  server.answer('GET /billing/gtv/billing-account/refresh', { body: billing });
  const result = bills.map(rowOf);
  server.answer('GET /invoices/all', { body: { totalCount: result.length, totalPages: 1, result } });
}

/** Texts of a row: its two lines, part by part. */
function textsOf(item: HTMLElement): (string | null)[] {
  return [...item.children].flatMap((line) => [...line.children].map((part) => part.textContent));
}

function itemsIn(region: HTMLElement): (string | null)[][] {
  const list = within(region).queryByRole('list', { name: w.openItems });
  return list ? within(list).getAllByRole('listitem').map(textsOf) : [];
}

/** Names of what a payment of everything that is due covers. */
function coveredIn(form: HTMLElement): (string | null | undefined)[] {
  const list = within(form).queryByRole('list', { name: w.covered });
  const items = list ? within(list).getAllByRole('listitem') : [];
  return items.map((item) => item.firstElementChild?.firstChild?.textContent);
}

/** The one large figure, and the way to pay it, when there is something to pay. */
function expectOwed(page: HTMLElement, { figure, pay }: ExpectedFigures): void {
  within(page).getByText(figure, { selector: 'p, p > span' });
  const link = within(page).queryByRole('link', { name: w.pay });
  expect(link?.textContent?.replace(w.pay, '') ?? null).toBe(pay);
  expect(link?.getAttribute('href') ?? null).toBe(pay && '/billing/make-payment');
}

/** Heading of a bill’s standing, and the fact that it replaces where the bill is the only open item. */
function standingOf(openItems: number, amount: string) {
  return {
    heading: openItems > 1 ? w.standingAll : w.standing,
    amountToPay: openItems === 1 ? undefined : amount,
  };
}

/** What stands beside a term; undefined where the term is not shown. */
function factIn(container: HTMLElement, term: string): string | null | undefined {
  return within(container).queryByText(term, { selector: 'dt' })?.nextElementSibling?.textContent;
}

/** A row as it reads: the day, how late it is, and “Due” where the state does not say it. */
function shownItem([name = '', amount = '', state = '', day = '', ...more]: readonly string[]) {
  const isLate = state === w.pastDue || state === w.openingPastDue;
  const days = isLate ? daysBetween(day, businessToday()) : 0;
  const due = `${state === w.onItsWay ? w.dueOn : ''}${formatDay(day, 'en')}${days ? w.lateDays(days) : ''}`;
  return [name, amount, state, due, ...more];
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('what is owed reads the same everywhere', () => {
  test.each(cases)('[HOME-2] [BILLING-1] [PAY-1] %s', async (_about, account, expected) => {
    const shown = account();
    answerBalance(shown);
    const surfaces = (
      <>
        <NextPaymentCard billing={shown.billing} />
        <BillSummaryCard />
        <PaymentSection />
      </>
    );
    await renderPage(surfaces);
    await screen.findByRole('form');
    const region = (name: string) => screen.getByRole('region', { name });
    const [dashboard, summary, form] = [region(w.nextPayment), region(w.summary), region(w.form)];
    const items = expected.items.map((texts) => shownItem(texts));

    for (const page of [dashboard, summary]) {
      expectOwed(page, expected);
      expect(itemsIn(page)).toEqual(items);
    }
    const isWhole = expected.figure === expected.balance || expected.figure === w.inCredit;
    within(summary).getByText(isWhole ? w.balance : w.toPayNow, { selector: 'p' });
    expect(factIn(summary, w.balance)).toBe(isWhole ? undefined : expected.balance);

    const button = within(form).getByRole('button', { name: /^Pay/ });
    expect(button.textContent?.includes('$')).toBe(expected.pay !== null);
    if (expected.pay) expect(button.textContent).toContain(expected.pay);
    const open = expected.items.filter(([, , state]) => state !== w.onItsWay);
    expect(coveredIn(form)).toEqual(open.map(([name]) => name));
  });

  test.each(cases)('[BILLING-2] [BILLING-3] list and bill page: %s', async (_about, account, expected) => {
    const shown = account();
    answerBalance(shown);
    for (const bill of shown.bills) {
      const items = expected.items;
      const item = items.find(([name]) => name === `${w.bill} ${bill.invoice_num}`);
      const [, amount = w.nothing, state = ''] = item ?? [];
      server.answer('GET /invoices/single', { body: [detailOf(bill)] });
      const page = await renderPage(
        <>
          <InvoiceList page={1} onPage={() => undefined} />
          <InvoiceScreen invoiceId={bill.id} onBack={() => undefined} />
        </>,
      );
      await screen.findByRole('heading', { level: 1, name: `${w.bill} ${bill.invoice_num}` });
      const dialog = screen.getByRole('dialog');
      const standing = standingOf(item ? items.length : 0, amount);
      await within(dialog).findByRole('region', { name: standing.heading });
      await waitFor(() => expect(factIn(dialog, w.amountToPay)).toBe(standing.amountToPay));
      if (item) {
        expectOwed(dialog, expected);
        const rows = items.map((row) => shownItem(row === item ? [w.thisBill, ...row.slice(1)] : row));
        expect(itemsIn(dialog)).toEqual(rows);
      } else expect(within(dialog).queryByRole('link', { name: w.pay })).toBeNull();
      expect(within(dialog).queryByText(w.onItsWayNote) !== null).toBe(state === w.onItsWay);
      const row = await screen.findByRole('row', { name: new RegExp(bill.invoice_num), hidden: true });
      const [, dueDate, , , amountToPay] = within(row).getAllByRole('cell', { hidden: true });
      expect(amountToPay?.textContent).toBe(item ? amount : '—');
      for (const special of [w.pastDue, w.onItsWay]) {
        expect(dueDate?.textContent?.includes(special)).toBe(state === special);
      }
      page.unmount();
    }
  });
});

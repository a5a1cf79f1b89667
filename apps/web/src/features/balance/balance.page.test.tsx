import type { Language } from '@myaccount/contract/languages';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
import { FakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { formatDay } from '../../ui/day.ts';
import { NextPaymentCard } from '../home/NextPaymentCard.tsx';
import { BillSummaryCard } from '../invoices/BillSummaryCard.tsx';
import { InvoiceList } from '../invoices/InvoiceList.tsx';
import { InvoiceScreen } from '../invoices/InvoiceScreen.tsx';
import { PaymentSection } from '../payments/PaymentSection.tsx';

const words = {
  en: {
    nextPayment: 'Next payment',
    summary: 'Bill summary',
    bills: 'Bills',
    form: 'Make a payment',
    openItems: 'What is open',
    bill: 'Bill',
    opening: 'Balance from before your first bill',
    due: 'Due',
    pastDue: 'Past due',
    onItsWay: 'On its way',
    partOnItsWay: '$20.00 of this is on its way',
    balance: 'Balance',
    credit: 'Credit',
    dueDate: 'Due date',
    nothingDue: 'Nothing due',
    amountToPay: 'Amount to pay',
    onItsWayNote: 'All of it is on its way. You do not need to pay it again.',
    totalOwed: 'Total owed',
    covered: 'What this payment covers',
    pay: /^Pay /,
  },
  es: {
    nextPayment: 'Próximo pago',
    summary: 'Resumen de facturación',
    bills: 'Facturas',
    form: 'Hacer un pago',
    openItems: 'Lo que está pendiente',
    bill: 'Factura',
    opening: 'Saldo anterior a su primera factura',
    due: 'Por vencer',
    pastDue: 'Vencido',
    onItsWay: 'En camino',
    partOnItsWay: '$20.00 de este importe está en camino',
    balance: 'Saldo',
    credit: 'Saldo a favor',
    dueDate: 'Fecha de vencimiento',
    nothingDue: 'Nada por pagar',
    amountToPay: 'Por pagar',
    onItsWayNote: 'Todo está en camino. No hace falta que lo pague otra vez.',
    totalOwed: 'Total adeudado',
    covered: 'Lo que cubre este pago',
    pay: /^Pagar /,
  },
} as const;

type ExpectedTexts = (typeof words)[Language];

interface ExpectedFigures {
  /** The large figure of the dashboard. */
  readonly figure: string;
  /** What the dashboard and the form ask to pay; null when they ask for nothing. */
  readonly pay: string | null;
  /** The balance of the billing page. */
  readonly balance: string;
  /** Its due date, or the words in its place. */
  readonly dueDate: string | ((w: ExpectedTexts) => string);
  /** Each open item: name, amount, state, due date, and what is on its way. */
  readonly items: (w: ExpectedTexts) => readonly (readonly string[])[];
  /** True when one figure does not say what is open, so that the dashboard lists the items. */
  readonly isListed: boolean;
}

const cases: [about: string, account: () => AccountBalance, expected: ExpectedFigures][] = [
  [
    'a credit paid most of the bill',
    samuel,
    {
      figure: '$5.62',
      pay: '$5.62',
      balance: '$5.62',
      dueDate: '2026-12-09',
      items: (w) => [[`${w.bill} INV-2`, '$5.62', w.due, '2026-12-09']],
      isListed: false,
    },
  ],
  [
    'the account came with a debt',
    openingDebt,
    {
      figure: '$150.00',
      pay: '$150.00',
      balance: '$150.00',
      dueDate: '2026-11-18',
      items: (w) => [
        [w.opening, '$50.00', w.pastDue, '2026-11-18'],
        [`${w.bill} INV-1`, '$100.00', w.due, '2026-12-15'],
      ],
      isListed: true,
    },
  ],
  [
    'the debt it came with is paid, and half of the bill',
    openingDebtPaid,
    {
      figure: '$50.00',
      pay: '$50.00',
      balance: '$50.00',
      dueDate: '2026-12-15',
      items: (w) => [[`${w.bill} INV-1`, '$50.00', w.due, '2026-12-15']],
      isListed: false,
    },
  ],
  [
    'the whole bill is on its way',
    mei,
    {
      figure: '$101.98',
      pay: null,
      balance: '$101.98',
      dueDate: (w) => w.onItsWay,
      items: (w) => [[`${w.bill} INV-7`, '$101.98', w.onItsWay, '2026-11-20']],
      isListed: false,
    },
  ],
  [
    'one bill is past due and a newer one is not',
    jerome,
    {
      figure: '$175.48',
      pay: '$175.48',
      balance: '$175.48',
      dueDate: '2026-10-19',
      items: (w) => [
        [`${w.bill} INV-8`, '$82.74', w.pastDue, '2026-10-19'],
        [`${w.bill} INV-9`, '$92.74', w.due, '2026-12-18'],
      ],
      isListed: true,
    },
  ],
  [
    'two bills are due on two days, and a part is on its way',
    olivia,
    {
      figure: '$196.40',
      pay: '$196.40',
      balance: '$216.40',
      dueDate: '2026-11-22',
      items: (w) => [
        [`${w.bill} INV-3`, '$113.66', w.due, '2026-11-22', w.partOnItsWay],
        [`${w.bill} INV-4`, '$102.74', w.due, '2026-12-09'],
      ],
      isListed: true,
    },
  ],
  [
    'nothing is open and a credit is left',
    creditOnly,
    {
      figure: '$97.19',
      pay: null,
      balance: '$97.19',
      dueDate: (w) => w.nothingDue,
      items: () => [],
      isListed: false,
    },
  ],
];

let server: FakeServer;
let _page: Awaited<ReturnType<typeof renderPage>> | undefined;

beforeEach(async () => {
  sessionStorage.clear();
  server = new FakeServer();
  await server.start();
  answerForAccount(server);
  server.answer('GET /payments/recurring-payments', { body: [saved('m-1', { auto_payment: true })] });
});

afterEach(async () => {
  await server.stop();
});

function answerBalance({ billing, bills }: AccountBalance): void {
  server.answer('GET /billing/gtv/billing-account/refresh', { body: billing });
  const result = bills.map(rowOf);
  server.answer('GET /invoices/all', { body: { totalCount: result.length, totalPages: 1, result } });
}

/** Texts of a list item, one for each innermost element; the icon of a state is none. */
function textsOf(item: HTMLElement): (string | null)[] {
  return [...item.querySelectorAll(':not(svg, svg *)')]
    .filter((part) => part.querySelector(':scope > :not(svg)') === null)
    .map((part) => part.textContent);
}

function itemsIn(region: HTMLElement, w: ExpectedTexts): (string | null)[][] {
  const list = within(region).queryByRole('list', { name: w.openItems });
  return list ? within(list).getAllByRole('listitem').map(textsOf) : [];
}

/** Names of what a payment of everything that is due covers. */
function coveredIn(form: HTMLElement, w: ExpectedTexts): (string | null | undefined)[] {
  const list = within(form).queryByRole('list', { name: w.covered });
  const items = list ? within(list).getAllByRole('listitem') : [];
  return items.map((item) => item.firstElementChild?.firstChild?.textContent);
}

/** The total beneath the open items; undefined where there is none. */
function totalIn(region: HTMLElement, w: ExpectedTexts): string | null | undefined {
  return within(region).queryByText(w.totalOwed, { selector: 'p > span' })?.nextElementSibling?.textContent;
}

/** What stands beside a term; undefined where the term is not shown. */
function factIn(container: HTMLElement, term: string): string | null | undefined {
  return within(container).queryByText(term, { selector: 'dt' })?.nextElementSibling?.textContent;
}

/** What list and bill page say about a bill; a bill that is not open is paid. */
function expectedFacts(number: string, expected: ExpectedFigures, w: ExpectedTexts) {
  const items = expected.items(w);
  const item = items.find(([name]) => name === `${w.bill} ${number}`);
  const [, amount = '$0.00', state = '', , part] = item ?? [];
  const isMoreOpen = items.some((other) => other !== item);
  return {
    amount,
    state,
    onItsWay: part ? '$20.00' : coveredAmount(state === w.onItsWay, amount),
    totalOwed: isMoreOpen ? expected.balance : undefined,
  };
}

function coveredAmount(isCovered: boolean, amount: string): string | undefined {
  return isCovered ? amount : undefined;
}

const shownDay = (text: string, language: Language) =>
  /^\d{4}-/.test(text) ? formatDay(text, language) : text;

describe.each(['en', 'es'] as const)('what is owed reads the same everywhere, in %s', (language) => {
  const w = words[language];

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
    _page = await renderPage(surfaces, { language });
    await screen.findByRole('form');
    const region = (name: string) => screen.getByRole('region', { name });
    const [dashboard, summary, form] = [region(w.nextPayment), region(w.summary), region(w.form)];
    const items = expected.items(w).map((texts) => texts.map((text) => shownDay(text, language)));
    const listed = expected.isListed ? items : [];

    within(dashboard).getByText(expected.figure, { selector: 'div > span' });
    const link = within(dashboard).queryByRole('link', { name: w.pay });
    expect(link?.textContent?.replace(w.pay, '') ?? null).toBe(expected.pay);
    expect(itemsIn(dashboard, w)).toEqual(listed);

    const dueDate = typeof expected.dueDate === 'string' ? expected.dueDate : expected.dueDate(w);
    expect(factIn(summary, items.length > 0 ? w.balance : w.credit)).toBe(expected.balance);
    expect(factIn(summary, w.dueDate)).toBe(shownDay(dueDate, language));
    expect(itemsIn(summary, w)).toEqual(items);
    expect(totalIn(summary, w)).toBe(items.length > 1 ? expected.balance : undefined);

    const button = within(form).getByRole('button', { name: /^(Pay|Pagar)/ });
    expect(button.textContent?.includes('$')).toBe(expected.pay !== null);
    if (expected.pay) expect(button.textContent).toContain(expected.pay);
    const open = expected.items(w).filter(([, , state]) => state !== w.onItsWay);
    expect(coveredIn(form, w)).toEqual(open.map(([name]) => name));
  });

  test.each(cases)('[BILLING-2] [BILLING-3] list and bill page: %s', async (_about, account, expected) => {
    const shown = account();
    answerBalance(shown);
    for (const bill of shown.bills) {
      const facts = expectedFacts(bill.invoice_num, expected, w);
      server.answer('GET /invoices/single', { body: [detailOf(bill)] });
      const page = await renderPage(
        <>
          <InvoiceList page={1} onPage={() => undefined} />
          <InvoiceScreen invoiceId={bill.id} onBack={() => undefined} />
        </>,
        { language },
      );
      await screen.findByRole('heading', { level: 1, name: `${w.bill} ${bill.invoice_num}` });
      const dialog = screen.getByRole('dialog');
      await waitFor(() => {
        expect(factIn(dialog, w.amountToPay)).toBe(facts.amount);
        expect(factIn(dialog, w.onItsWay)).toBe(facts.onItsWay);
        expect(factIn(dialog, w.totalOwed)).toBe(facts.totalOwed);
        if (facts.state) within(dialog).getByText(facts.state, { selector: 'section span' });
      });
      expect(within(dialog).queryByText(w.onItsWayNote) !== null).toBe(facts.state === w.onItsWay);
      const row = await screen.findByRole('row', { name: new RegExp(bill.invoice_num), hidden: true });
      const [, dueDate, , , amountToPay] = within(row).getAllByRole('cell', { hidden: true });
      expect(amountToPay?.textContent).toBe(facts.amount);
      for (const state of [w.pastDue, w.onItsWay]) {
        expect(dueDate?.textContent?.includes(state)).toBe(facts.state === state);
      }
      page.unmount();
    }
  });
});

import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { BillingRefresh } from '@myaccount/contract/home';
import type { Language } from '@myaccount/contract/languages';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { creditOnly, jerome, olivia, openingDebt } from '../../testing/balances.ts';
import { inTurn, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, billing, happening, refresh } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { businessToday } from '../../ui/time.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { ManagePanel } from './ManagePanel.tsx';
import { NextPaymentCard } from './NextPaymentCard.tsx';

const server = startFakeServer(answerForAccount);

interface CardOptions {
  readonly over?: Partial<BillingRefresh>;
  readonly account?: Partial<CustomerAccount>;
  readonly language?: Language;
}

async function showCards({ over = {}, account = {}, language = 'en' }: CardOptions) {
  answerForAccount(server, account);
  server.answer(refresh, { body: billing(over) });
  const cards = (
    <>
      <NextPaymentCard />
      <ManagePanel billing={billing(over)} />
    </>
  );
  await renderPage(cards, { language });
  await waitFor(() => expect(screen.queryByRole('status', { name: /Loading|Cargando/ })).toBeNull());
}

const nextCharge = { date: '2099-12-01', amount: 84.99, recurring_payment_id: 'm-1' };

test('[HOME-2, HOME-8] with nothing to do, says so, who pays when, and each step with its day', async () => {
  const happenings = [happening('autopay'), happening('gift-card', { date: '2099-12-24' })];
  const recentBills = [{ invoice_num: 'INV-1', occurred_on: '2020-11-08', amount: 84.99 }];
  const over = { isAutoPayEnabled: true, nextCharge, happenings, paidBy: 0, recentBills };
  await showCards({ over });
  screen.getByText('Autopay is on');
  screen.getByText(/^Nothing to do\. \$84\.99 will be paid on Nov 28, 2099 from Credit Card …\u20604242\.$/);
  const steps = within(screen.getByRole('list', { name: 'From this bill to the next' })).getAllByRole(
    'listitem',
  );
  expect(steps.map((step) => step.lastElementChild?.textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Done: Issued Nov 08, 2020',
    expect.stringMatching(/^(Done: )?Next bill about Dec 01, 2026$/),
    'Autopay Nov 28, 2099',
    '$84.99 due Dec 01, 2099',
  ]);
  const rows = within(screen.getByRole('list', { name: 'What happens' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Dec 24, 2099 Last day to register for your gift card.Register',
  ]);
  expect(screen.queryByText('Due', { selector: '[data-tone] > span' })).toBeNull();
  expect(screen.getByRole('switch', { name: 'Autopay', checked: true }).textContent).toBe('On');
});

test('[HOME-8] a bill of today is issued', async () => {
  const recentBills = [{ invoice_num: 'INV-1', occurred_on: businessToday(), amount: 84.99 }];
  await showCards({ over: { nextCharge, happenings: [happening('autopay')], paidBy: 0, recentBills } });
  expect(screen.getByText(/^Issued /).parentElement?.textContent).toMatch(/^Done: /);
});

test('[HOME-8] money on its way is enough, too, and all that is open is listed', async () => {
  const { billing: two } = olivia();
  const happenings = [happening('on-its-way', { amount: 216.4 })];
  await showCards({ over: { ...two, inFlight: 216.4, happenings, paidBy: 0 } });
  screen.getByText(/^Nothing to do\. \$216\.40 is on its way from Credit Card …\u20604242\.$/);
  screen.getByText(/^\$216\.40 due Dec 09, 2026$/);
  expect(within(screen.getByRole('table', { name: 'What is open' })).getAllByRole('row')).toHaveLength(3);
  expect(screen.queryByRole('list', { name: 'What happens' })).toBeNull();
});

const plan = (date: string, amount: number) => happening('planned', { date, amount });
const several = /^Nothing to do\. \$84\.99 will be paid in time, in several payments\.$/;

test.each<[string, Partial<BillingRefresh>]>([
  [
    'two plans',
    { planned: 84.99, happenings: [plan('2099-11-20', 20), plan('2099-11-28', 64.99)], paidBy: 1 },
  ],
  // The others have no row: three are told.
  ['one plan of several', { planned: 84.99, happenings: [plan('2099-11-28', 20)], paidBy: 0 }],
  [
    'a debit and autopay',
    {
      inFlight: 20,
      nextCharge: { ...nextCharge, amount: 64.99 },
      happenings: [happening('on-its-way', { amount: 20 }), happening('autopay', { amount: 64.99 })],
      paidBy: 1,
    },
  ],
  [
    'several debits in one row',
    { inFlight: 84.99, happenings: [happening('on-its-way', { payment_method: undefined })], paidBy: 0 },
  ],
])('[HOME-8] %s are named together, and each in its row', async (_what, over) => {
  await showCards({ over });
  screen.getByText(several);
  const rows = within(screen.getByRole('list', { name: 'What happens' })).getAllByRole('listitem');
  expect(rows).toHaveLength(over.happenings?.length ?? 0);
});

test('[HOME-8] one plan that pays all is named with its day and method, and has no row beside', async () => {
  await showCards({ over: { planned: 84.99, happenings: [plan('2099-11-28', 84.99)], paidBy: 0 } });
  screen.getByText(/^Nothing to do\. \$84\.99 will be paid on Nov 28, 2099 from Credit Card …\u20604242\.$/);
  expect(screen.queryByRole('list', { name: 'What happens' })).toBeNull();
});

test('[HOME-8] in Spanish, several payments are named together', async () => {
  const happenings = [plan('2099-11-20', 20), plan('2099-11-28', 64.99)];
  await showCards({ over: { planned: 84.99, happenings, paidBy: 1 }, language: 'es' });
  screen.getByText('No tiene que hacer nada. Se pagarán $84.99 a tiempo, en varios pagos.');
});

test('[HOME-2, HOME-7] a debit that came back is no reason to be on time', async () => {
  await showCards({ over: { happenings: [happening('returned', { reason: 'returned' })] } });
  screen.getByText('$84.99');
  screen.getByText(/^Your bank returned \$84\.99 from/);
  expect(document.body.textContent).not.toContain('Pay on time');
});

test('[HOME-2] a planned part leaves the rest to be paid on time', async () => {
  await showCards({
    over: { amountDue: 64.99, planned: 20, happenings: [happening('planned', { amount: 20 })] },
  });
  screen.getByText('Pay on time to avoid a late fee.');
  screen.getByText('$20.00 on its way or planned is already taken off this figure.');
  screen.getByText(/^You planned to pay \$20\.00 with/);
});

test('[FOCUS-1] the focus is on the heading when the way to set up autopay goes', async () => {
  server.answer(refresh, inTurn({ body: billing() }, { body: billing({ isAutoPayEnabled: true }) }));
  let reload: () => void = () => undefined;
  function Page() {
    reload = useBillingRefresh().refetch;
    return (
      <>
        <PageTitle>Billing</PageTitle>
        <NextPaymentCard />
      </>
    );
  }
  await renderPage(<Page />);
  (await screen.findByRole('button', { name: 'Turn on autopay' })).focus();
  reload();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on autopay' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('Billing');
});

test.each([
  [{ balance: 0, amountDue: 0 }, ['Nothing is due', 'You are all paid up.']],
  [{ balance: -12, amountDue: 0 }, ['You have $12.00 in credit', 'It will be taken off your next bill.']],
  [{ amountDue: 0, inFlight: 84.99 }, ['$84.99', 'On its way']],
  [{ amountDue: 64.99, inFlight: 20 }, ['$64.99', /^\$20\.00 on its way or planned is already taken off/]],
  [{ amountDue: 54.99, inFlight: 20, planned: 10 }, [/^\$30\.00 on its way or planned is already taken off/]],
  [{ amountDue: 0, planned: 84.99 }, ['$84.99', 'Due']],
  [{ pastDue: 40, dueDate: '2020-01-05' }, ['Past due', /^\$40\.00 is past due\. Pay now/]],
  [{ pastDue: 84.99, dueDate: '2020-01-05' }, [/^All of it is past due\. Pay now/]],
])('[HOME-2] %j reads %j', async (over, texts) => {
  await showCards({ over: { dueDate: null, ...over } });
  for (const text of texts) screen.getByText(text);
});

test('[HOME-2, HOME-3, HOME-5] tells what is owed and until when, and manages autopay, paperless bills and referring', async () => {
  await showCards({ over: { isEbillEnabled: 'PAPER_EMAIL' } });
  screen.getByText('$84.99');
  screen.getByText('Pay on time to avoid a late fee.');
  screen.getByText('Dec 01, 2099');
  const link = screen.getByRole('link', { name: 'Pay $84.99' });
  expect(link.getAttribute('href')).toBe('/billing/make-payment');
  const facts = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Autopay', 'Off'],
    ['Payment method', 'EditCredit Card …4242'],
    ['Billing address', 'AddNone on record'],
  ]);
  within(screen.getByRole('group', { name: 'Paperless billing' })).getByRole('radio', { name: 'Paperless' });
  screen.getByText('Your bills come by email and on paper.');
  expect(screen.getByRole('link', { name: 'Refer and earn' }).getAttribute('href')).toBe(
    'https://example.com/refer',
  );
  expect(screen.getByRole('link', { name: 'Make a Payment' }).dataset.variant).toBeUndefined();
  expect(screen.getByRole('link', { name: 'Edit payment methods' }).getAttribute('href')).toBe(
    '/billing/manage-payment-methods',
  );
});

test('[HOME-5] without a saved method, one can be added', async () => {
  await showCards({ over: { billDetails: { defaultPaymentMethod: null, billingAddress: null } } });
  const link = screen.getByRole('link', { name: 'Add payment methods' });
  expect(link.parentElement?.textContent).toBe('AddNone saved');
  expect(link.getAttribute('href')).toBe('/billing/manage-payment-methods');
});

test.each([
  [{}, ['Pay $84.99', 'Edit'], /^This account is closed\. You can still pay/],
  [{ balance: 0, amountDue: 0 }, ['Edit'], 'This account is closed.'],
])('[HOME-3] a closed account with %j can do %j', async (over, names, text) => {
  await showCards({ account: { accountStatus: 'INACTIVE' }, over });
  screen.getByText(text);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(names);
});

test('[HOME-2] never pairs the sum of two bills with the due date of one; each leads to its bill', async () => {
  await showCards({ over: olivia().billing });
  const [, ...rows] = within(screen.getByRole('table', { name: 'What is open' })).getAllByRole('row');
  const days = screen.getAllByRole('time');
  expect(days.map((day) => rows.findIndex((row) => row.contains(day)))).toEqual([0, 1]);
  expect(screen.getByRole('link', { name: 'View details of bill INV-4' }).getAttribute('href')).toBe(
    '/billing/invoices/i-4',
  );
});

test('[HOME-2, STATEMENT-3] of a bill that is paid in part, says what is left of how much', async () => {
  const { billing: two } = olivia();
  const [older, newest] = two.openItems;
  const part = { ...older, billed: 113.66, amount: 73.66 } as BillingRefresh['openItems'][number];
  await showCards({ over: { ...two, openItems: newest ? [part, newest] : [] } });
  const [, ...rows] = within(screen.getByRole('table', { name: 'What is open' })).getAllByRole('row');
  expect(rows[0]?.textContent).toContain('$73.66 left of $113.66');
  expect(rows[1]?.textContent).toContain('$102.74');
  expect(screen.getAllByText(/left of/)).toHaveLength(1);
});

test('[BALANCE-1] a credit is green, in words, and without a minus', async () => {
  await showCards({ over: creditOnly().billing });
  expect(screen.getByText('You have $97.19 in credit').dataset.tone).toBe('good');
  expect(document.body.textContent).not.toContain('−');
});

test.each([
  ['a bill', jerome, 'Vencida'],
  ['the balance from before the first bill', openingDebt, 'Vencido'],
])('[BALANCE-1] in Spanish, %s is past due in its own words', async (_what, account, words) => {
  await showCards({ over: account().billing, language: 'es' });
  screen.getByText(words);
});

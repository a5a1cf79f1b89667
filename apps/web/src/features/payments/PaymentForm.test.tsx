import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addressOf } from '../../testing/account-info.ts';
import { addCard, answerForAdding } from '../../testing/add-card.ts';
import { creditOnly, jerome, olivia } from '../../testing/balances.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { methodText } from '../../testing/method-text.ts';
import {
  answerForAccount,
  bankAccount,
  billing,
  card,
  madePayment,
  openItem,
  saved,
} from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { PaymentScreen } from './PaymentScreen.tsx';

const makePayment = 'POST /payments/make-payment';
const refresh = 'GET /billing/gtv/billing-account/refresh';
const savedMethods = 'GET /payments/recurring-payments';
const server = startFakeServer(answerForAccount);
let page: Awaited<ReturnType<typeof renderPage>> | undefined;

beforeEach(() => {
  server.answer(refresh, { body: billing() });
  server.answer(savedMethods, { body: [saved('m-1', { auto_payment: true })] });
});

async function openForm(): Promise<HTMLElement> {
  page = await renderPage(<PaymentScreen />, { at: '/billing/make-payment' });
  return await screen.findByRole('form');
}

const expiredCard = (last_four: string) => card({ expiration_date: '01/2020', last_four });
const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount to pay');
const summary = () => screen.getByRole('region', { name: 'Your payment' });
const coveredTexts = () =>
  within(summary())
    .queryAllByRole('listitem')
    .map((line) => line.textContent?.replaceAll('\u00a0', ' '));

async function chooseOther(): Promise<void> {
  await user.click(screen.getByLabelText('Other Amount'));
}

const buttonTexts = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('[METHODS-1] [PAY-8] [BALANCE-1] without a saved method, the page says so and what to do, and offers to add one in place of a button that would refuse', async () => {
  server.answer(savedMethods, { body: [] });
  page = await renderPage(<PaymentScreen />, { at: '/' });
  await screen.findByText(/You have no saved payment methods\. Add one here, or call us:/);
  const phone = screen.getByRole('link', { name: '(555) 010-0199' });
  expect(phone.getAttribute('href')).toBe('tel:5550100199');
  expect(phone.parentElement?.textContent).toMatch(/call us: \(555\) 010-0199\.$/);
  expect(buttonTexts()).toEqual(['Add a payment method']);
  // What is owed is said all the same.
  expect(screen.getByText('Current Balance Due').nextSibling?.textContent).toBe('$84.99');
  within(screen.getByRole('list', { name: 'What is open' })).getByText(/^Bill INV-1/);
  // The way to pay is what the page offers, not a link to itself.
  expect(screen.queryByRole('link', { name: /Pay/ })).toBeNull();
});

test('[METHODS-5] a first method that was added here is selected, and the form has the focus', async () => {
  let methods: object[] = [];
  server.answer(savedMethods, () => ({ body: methods }));
  answerForAdding(server, 'm-9');
  page = await renderPage(<PaymentScreen />, { at: '/' });
  await screen.findByText(/You have no saved payment methods/);
  methods = [saved('m-8', { auto_payment: true }), saved('m-9')];
  await addCard();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
  expect(screen.getAllByRole('radio', { name: /Credit Card/ })[1]).toHaveProperty('checked', true);
});

test.each([
  ['INACTIVE', 142.97, ['This account is closed. You can still pay what is left.']],
  ['INACTIVE', 0, ['This account is closed.']],
  ['ACTIVE', 142.97, []],
] as const)(
  '[PAYMENTS-1] an account that is %s and owes %d says %j',
  async (accountStatus, amountDue, texts) => {
    answerForAccount(server, { accountStatus });
    server.answer(refresh, { body: billing({ balance: amountDue, amountDue }) });
    await openForm();
    expect(screen.queryAllByText(/closed/).map(({ textContent }) => textContent)).toEqual(texts);
  },
);

test('[PAY-8] with expired cards only, the page names them and offers to add one in place of a button that would refuse', async () => {
  server.answer(savedMethods, {
    body: [saved('m-1', { auto_payment: true, payment_method: expiredCard('1111') })],
  });
  page = await renderPage(<PaymentScreen />, { at: '/' });
  await screen.findByText(/No saved card is valid any longer/);
  screen.getByText(methodText('Credit Card …1111'));
  screen.getByText('Expired 01/2020');
  expect(buttonTexts()).toEqual(['Add a payment method']);
});

test('[METHODS-1] a single method is no question: it is used, and the summary names it', async () => {
  server.answer(savedMethods, { body: [saved('m-1')] });
  server.answer(makePayment, { body: madePayment() });
  await openForm();
  expect(screen.queryByText('With what?')).toBeNull();
  within(summary()).getByText(methodText('Credit Card …4242'));
  await user.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  await waitFor(() => expect(page?.path()).toBe('/billing/payment-success'));
  expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({ payment_method: 'm-1' });
});

test.each([
  ['nothing open', billing({ balance: 0, amountDue: 0 }), undefined],
  ['a credit', creditOnly().billing, 'You have $97.19 in credit.'],
  [
    'money on its way',
    billing({ amountDue: 0, inFlight: 84.99 }),
    '$84.99 is on its way and already taken off.',
  ],
])(
  '[PAY-8] %s: nothing is due, so nothing is asked until the customer pays ahead',
  async (_what, body, note) => {
    server.answer(refresh, { body });
    server.answer(makePayment, { body: madePayment({ amount: 30 }) });
    const form = await openForm();
    within(form).getByText('Nothing is due right now.');
    if (note) within(form).getByText(note);
    expect(within(form).getAllByRole('button')).toHaveLength(1);
    expect(within(form).queryByRole('radio')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Pay ahead' }));
    await waitFor(() => expect(document.activeElement).toBe(amountField()));
    expect(within(form).queryByRole('radio', { name: /Current Balance Due/ })).toBeNull();
    await user.keyboard('30');
    within(summary()).getByText('Credit on your account');
    await user.click(screen.getByRole('button', { name: 'Pay $30.00 now' }));
    await waitFor(() => expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({ amount: 30 }));
  },
);

test.each([
  ['a closed account with a saved method', 'INACTIVE', [saved('m-1', { auto_payment: true })], []],
  ['a closed account without one', 'INACTIVE', [], []],
  ['an account without a saved method', 'ACTIVE', [], ['Add a payment method']],
  [
    'an account with expired cards only',
    'ACTIVE',
    [saved('m-1', { payment_method: expiredCard('1111') })],
    ['Add a payment method'],
  ],
] as const)(
  '[PAY-1] with nothing due, %s is asked nothing',
  async (_what, accountStatus, methods, offered) => {
    server.answer(savedMethods, { body: methods });
    answerForAccount(server, { accountStatus });
    server.answer(refresh, { body: billing({ balance: 0, amountDue: 0 }) });
    const form = await openForm();
    within(form).getByText('Nothing is due right now.');
    expect(within(form).queryAllByText(/^To pay ahead, or to be ready/)).toHaveLength(offered.length);
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered);
    expect(screen.queryByText('Add a payment method to pay online')).toBeNull();
  },
);

test('[PAY-1] when the server finds nothing due after all, the form says so', async () => {
  server.answer(makePayment, problemAnswer(400, 'payments.nothing-due'));
  await openForm();
  await user.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  const error = await screen.findByText('Can not make payment for the selected payment amount');
  expect(error.getAttribute('role')).toBe('alert');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
});

test.each(['\u00a044.50 USD', 'us$ 44.50'])('[PAY-1] a pasted “%s” is 44.50', async (pasted) => {
  server.answer(makePayment, { body: madePayment({ amount: 44.5 }) });
  await openForm();
  await chooseOther();
  await user.click(amountField());
  await user.paste(pasted);
  await user.click(screen.getByRole('button', { name: 'Pay $44.50 now' }));
  await waitFor(() => expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({ amount: 44.5 }));
});

test.each(['44,50', 'forty'])(
  '[PAY-1] “%s” is no amount: it stays, and the field says what is wrong',
  async (pasted) => {
    await openForm();
    await chooseOther();
    await user.type(amountField(), '20');
    await user.tab();
    await user.clear(amountField());
    await user.paste(pasted);
    await user.tab();
    expect(amountField().value).toBe(pasted);
    expect(screen.getByRole('alert').textContent).toBe('Enter a valid amount that you want to pay');
    expect(screen.getByRole('button', { name: /^Pay/ }).textContent).toBe('Pay now');
    await user.click(screen.getByRole('button', { name: 'Pay now' }));
    await waitFor(() => expect(document.activeElement).toBe(amountField()));
    expect(server.requestsOf(makePayment)).toEqual([]);
  },
);

test('[PAY-8] while paying, everything says the amount that was sent, once, and takes the focus', async () => {
  const answered = Promise.withResolvers<void>();
  server.answer(makePayment, async () => {
    await answered.promise;
    return { body: madePayment({ amount: 13 }) };
  });
  await openForm();
  await chooseOther();
  await user.type(amountField(), '13');
  await user.click(screen.getByRole('button', { name: 'Pay $13.00 now' }));
  const panel = await screen.findByRole('status');
  await waitFor(() => expect(document.activeElement).toBe(panel));
  expect(panel.textContent).toBe('Paying $13.00Do not close this page; you will not be charged twice.');
  expect(screen.queryByRole('form')).toBeNull();
  server.answer(refresh, { body: billing({ balance: 71.99, amountDue: 71.99 }) });
  answered.resolve();
  await waitFor(() => expect(page?.path()).toBe('/billing/payment-success'));
  expect(screen.queryByText(/Paying \$(?!13)/)).toBeNull();
});

test('[PAY-5] [PAY-8] a decline says what helps before it says to try later', async () => {
  const errors = [{ field: 'payment_method', code: 'insufficient-funds' }];
  server.answer(makePayment, problemAnswer(402, 'payments.declined', { detail: 'No money on it.', errors }));
  await openForm();
  await user.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  const banner = await screen.findByRole('alert');
  expect([...banner.querySelectorAll('p')].map((text) => text.textContent)).toEqual([
    'No money on it.',
    'Choose another payment method or pay a smaller amount.',
    'Nothing was charged, and what you filled in is still here.',
    "We're not able to process your request at this time, please try again later.",
    'Reference: test-correlation-1',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(banner));
});

test('[PAY-1] a field that the server refuses is focused, and a new start focuses the form', async () => {
  server.answer(savedMethods, { body: [saved('m-1', { auto_payment: true }), saved('m-2')] });
  server.answer(
    makePayment,
    inTurn(problemAnswer(400, 'payments.method-not-usable'), { isLost: true }, { isLost: true }),
  );
  await openForm();
  await user.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  await screen.findByText('This payment method cannot be used. Please select another one');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getAllByRole('radio', { name: /Credit Card/ })[0]),
  );
  await user.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
});

test('[PAY-8] the summary says which bills the payment covers, oldest first, and what is left', async () => {
  const accountDetails = { Address: [addressOf('Service')] };
  server.answer(refresh, { body: { ...olivia().billing, accountDetails } });
  server.answer(savedMethods, { body: [saved('m-2', { payment_method: bankAccount() })] });
  await openForm();
  within(summary()).getByText('118 Orchard Lane, Fairview');
  within(summary()).getByText(methodText('Bank Account …6789'));
  expect(coveredTexts()).toEqual(['Bill INV-3Due Nov 22, 2026$93.66', 'Bill INV-4Due Dec 09, 2026$102.74']);
  within(summary()).getByText('Nothing left to pay');
  await chooseOther();
  expect(coveredTexts()).toEqual([]);
  await user.type(amountField(), '100');
  expect(coveredTexts()).toEqual([
    'Bill INV-3Due Nov 22, 2026$93.66',
    'Bill INV-4Part of it, due Dec 09, 2026$6.34',
  ]);
  within(summary()).getByText('$96.40 left, due Dec 09, 2026');
  await user.type(amountField(), '0');
  within(summary()).getByText('Nothing left to pay. You will have $803.60 in credit.');
});

test('[PAY-8] the summary says what is past due, and what of the rest is', async () => {
  server.answer(refresh, { body: jerome().billing });
  await openForm();
  expect(coveredTexts()).toEqual([
    'Bill INV-8Past due since Oct 19, 2026$82.74',
    'Bill INV-9Due Dec 18, 2026$92.74',
  ]);
  await chooseOther();
  await user.type(amountField(), '50');
  expect(coveredTexts()).toEqual(['Bill INV-8Part of it, past due since Oct 19, 2026$50.00']);
  within(summary()).getByText('$125.48 left; the oldest part has been past due since Oct 19, 2026');
});

test('[PAY-6] the second press of a double click leads nowhere, whatever is beneath it by then', async () => {
  server.answer(makePayment, { body: madePayment() });
  await openForm();
  const footerLink = document.createElement('a');
  footerLink.href = '#elsewhere';
  document.body.append(footerLink);
  fireEvent.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  const isFollowed = fireEvent.click(footerLink, { detail: 1 });
  footerLink.remove();
  expect(isFollowed).toBe(false);
  await waitFor(() => expect(page?.path()).toBe('/billing/payment-success'));
});

test('[PAY-1] more than what is owed is asked about once more, and paid only then', async () => {
  server.answer(makePayment, { body: madePayment() });
  await openForm();
  await chooseOther();
  await user.type(amountField(), '9000');
  await user.click(screen.getByRole('button', { name: 'Pay $9,000.00 now' }));
  const question = await screen.findByRole('alertdialog', { name: 'Pay more than you owe?' });
  within(question).getByText('You owe $84.99. The other $8,915.01 will be credit.');
  await user.click(within(question).getByRole('button', { name: 'Change the amount' }));
  expect(server.requestsOf(makePayment)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Pay $9,000.00 now' }));
  await user.click(await screen.findByRole('button', { name: 'Pay $9,000.00' }));
  await waitFor(() => expect(server.requestsOf(makePayment)[0]?.body).toMatchObject({ amount: 9_000 }));
});

test('[PAY-3] with a bill past due, the days up to the next due date are offered, with the bills that are covered', async () => {
  const dueDate = '2020-11-01';
  const late = openItem({ invoice_id: 'i-0', label: 'INV-0', due_date: dueDate, past_due: true, amount: 50 });
  const owed = { balance: 134.99, amountDue: 134.99, pastDue: 50, dueDate };
  server.answer(refresh, { body: billing({ ...owed, openItems: [late, openItem()] }) });
  await openForm();
  screen.getByText('Any day until the due date, Dec 01, 2099');
  screen.getByText('It covers Bill INV-0, Bill INV-1.');
});

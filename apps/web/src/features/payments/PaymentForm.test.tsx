import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addressOf } from '../../testing/account-info.ts';
import { addCard, answerForAdding } from '../../testing/add-card.ts';
import { creditOnly, jerome, olivia } from '../../testing/balances.ts';
import { ana, sessionOf } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { answerForAccount, bankAccount, billing, card, madePayment, saved } from '../../testing/page-data.ts';
import * as page from '../../testing/payment-form.tsx';
import { user } from '../../testing/user.ts';
import { wholeText } from '../../testing/whole-text.ts';

const server = startFakeServer(page.answerForPayment);

const expired = saved('m-1', { payment_method: card({ expiration_date: '01/2020', last_four: '1111' }) });
const coveredTexts = () =>
  within(screen.getByRole('form'))
    .queryAllByRole('listitem')
    .map((line) => line.textContent?.replaceAll('\u00a0', ' '));
const sent = () => server.requestsOf(page.makePayment).map(({ body }) => body);
const cards = () => screen.getAllByRole<HTMLInputElement>('radio', { name: /Credit Card/ });
const buttonTexts = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

test.each([
  ['no saved method', [], /You have no saved payment methods\. Add one here, or call us:/],
  ['expired cards only', [expired], /All your saved cards have expired/],
])('[METHODS-1] [PAY-8] [BALANCE-1] with %s, the page offers to add one', async (_what, methods, text) => {
  server.answer(page.savedMethods, { body: methods });
  await page.openPayment();
  await screen.findByText(text);
  const phone = screen.getByRole('link', { name: '(555) 010-0199' });
  expect(phone.getAttribute('href')).toBe('tel:5550100199');
  expect(phone.parentElement?.textContent).toMatch(/ us: \(555\) 010-0199\.$/);
  expect(screen.queryAllByText(wholeText('Credit Card …1111'))).toHaveLength(methods.length);
  expect(screen.queryAllByText('Expired 01/2020')).toHaveLength(methods.length);
  // In place of a button that would refuse.
  expect(buttonTexts()).toEqual(['Add a payment method']);
  // What is owed is said all the same.
  expect(screen.getByText('Current Balance Due').nextSibling?.textContent).toBe('$84.99');
  // The way to pay is what the page offers, not a link to itself.
  expect(screen.queryByRole('link', { name: /Pay/ })).toBeNull();
});

test.each([84.99, 0])(
  '[METHODS-5] with $%d due, a first method that is added here is selected, and the form has the focus',
  async (amountDue) => {
    let methods: object[] = [];
    server.answer(page.savedMethods, () => ({ body: methods }));
    server.answer(page.refresh, { body: billing({ balance: amountDue, amountDue }) });
    answerForAdding(server, 'm-9');
    await page.openPayment();
    await screen.findByRole('button', { name: 'Add a payment method' });
    methods = [saved('m-8', { auto_payment: true }), saved('m-9')];
    await addCard();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
    if (!amountDue) await page.press('Pay ahead');
    await page.openQuestions();
    expect(cards()[1]?.checked).toBe(true);
  },
);

test('[METHODS-5] [PAY-6] a method that is added beside the question is selected, and nothing is paid by it', async () => {
  answerForAdding(server, 'm-9');
  await page.openForm();
  await page.openQuestions();
  server.answer(page.savedMethods, { body: [saved('m-1', { auto_payment: true }), saved('m-9')] });
  await addCard();
  await waitFor(() => expect(cards()[1]?.checked).toBe(true));
  expect(sent()).toEqual([]);
});

test.each([
  ['INACTIVE', 142.97, ['This account is closed. You can still pay what is left.']],
  ['INACTIVE', 0, ['This account is closed.']],
  ['ACTIVE', 142.97, []],
] as const)('[PAYMENTS-1] %s and owing %d, it says %j', async (accountStatus, amountDue, texts) => {
  answerForAccount(server, { accountStatus });
  server.answer(page.refresh, { body: billing({ balance: amountDue, amountDue }) });
  await page.openForm();
  expect(screen.queryAllByText(/closed/).map(({ textContent }) => textContent)).toEqual(texts);
});

test('[METHODS-1] a single method is used; its row opens to ways to another, and takes the focus along', async () => {
  server.answer(page.savedMethods, { body: [saved('m-1')] });
  await page.openForm();
  screen.getByText(wholeText('Credit Card …4242'));
  expect(screen.queryByRole('radio')).toBeNull();
  await page.press('Change: Pay with');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /4242/ }));
  const ways = ['Add a payment method', 'Manage payment methods'];
  expect(buttonTexts()).toEqual(['Change', 'Change', ...ways, 'Pay $84.99 now']);
  await page.press('Pay $84.99 now');
  await page.isPaid();
  expect(sent()).toMatchObject([{ payment_method: 'm-1' }]);
});

const onItsWay = billing({ amountDue: 0, inFlight: 84.99 });
const moreOnItsWay = billing({ amountDue: 0, inFlight: 100 });

test.each([
  ['nothing open', billing({ balance: 0, amountDue: 0 }), undefined, 0],
  ['a credit', creditOnly().billing, 'You have $97.19 in credit.', -97.19],
  ['money on its way', onItsWay, '$84.99 is on its way and already taken off.', 0],
  ['more on its way than is due', moreOnItsWay, '$100.00 is on its way and already taken off.', -15.01],
])(
  '[PAY-8] [PAY-6] %s: nothing is due, and nothing asked before Pay ahead',
  async (_what, body, note, seenBalance) => {
    server.answer(page.refresh, { body });
    server.answer(page.makePayment, { body: madePayment({ amount: 30 }) });
    const form = await page.openForm();
    within(form).getByText('Nothing is due right now.');
    if (note) within(form).getByText(note);
    expect(within(form).getAllByRole('button')).toHaveLength(1);
    expect(within(form).queryByRole('radio')).toBeNull();
    await page.press('Pay ahead');
    await waitFor(() => expect(document.activeElement).toBe(page.amountField()));
    expect(within(form).queryByRole('radio', { name: /Current Balance Due/ })).toBeNull();
    await user.keyboard('30');
    within(form).getByText('Credit on your account');
    await page.press('Pay $30.00 now');
    await waitFor(() => expect(sent()).toMatchObject([{ amount: 30, seenBalance }]));
  },
);

test.each([
  ['a closed account with a saved method', 'INACTIVE', [saved('m-1', { auto_payment: true })], []],
  ['a closed account without one', 'INACTIVE', [], []],
  ['an account without a saved method', 'ACTIVE', [], ['Add a payment method']],
  ['an account with expired cards only', 'ACTIVE', [expired], ['Add a payment method']],
] as const)('[PAY-1] nothing due, %s: nothing is asked', async (_what, accountStatus, methods, offered) => {
  server.answer(page.savedMethods, { body: methods });
  answerForAccount(server, { accountStatus });
  server.answer(page.refresh, { body: billing({ balance: 0, amountDue: 0 }) });
  const form = await page.openForm();
  within(form).getByText('Nothing is due right now.');
  expect(within(form).queryAllByText(/^To pay ahead, or to be ready/)).toHaveLength(offered.length);
  expect(buttonTexts()).toEqual(offered);
  expect(screen.queryByText('Add a payment method to pay online')).toBeNull();
});

test('[PAY-6] [PAY-8] a double press is one payment; while paying, everything says the amount that was sent, once, and takes the focus', async () => {
  const respond = server.hold(page.makePayment);
  await page.openOther('13');
  await user.dblClick(screen.getByRole('button', { name: 'Pay $13.00 now' }));
  const panel = await screen.findByRole('status');
  await waitFor(() => expect(document.activeElement).toBe(panel));
  expect(panel.textContent).toBe('Paying $13.00Do not close this page. You will not be charged twice.');
  expect(screen.queryByRole('form')).toBeNull();
  server.answer(page.refresh, { body: billing({ balance: 71.99, amountDue: 71.99 }) });
  respond({ body: madePayment({ amount: 13 }) });
  await page.isPaid();
  expect(sent()).toHaveLength(1);
  expect(screen.queryByText(/Paying \$(?!13)/)).toBeNull();
});

test('[PAY-1] a field that the server refuses is focused, and a new start focuses the form', async () => {
  server.answer(page.savedMethods, { body: [saved('m-1', { auto_payment: true }), saved('m-2')] });
  const lost = { isLost: true };
  server.answer(page.makePayment, inTurn(problemAnswer(400, 'payments.method-not-usable'), lost, lost));
  await page.openAndPay();
  await screen.findByText('This payment method cannot be used. Please select another one');
  await waitFor(() => expect(document.activeElement).toBe(cards()[0]));
  await page.press('Pay $84.99 now');
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
});

/** Olivia's bills, as a payment of all that is due covers them. */
const oldest = 'Bill INV-3$93.66Due Nov 22, 2026';
const newest = 'Bill INV-4$102.74Due Dec 09, 2026';

test('[PAY-8] the summary says which bills the payment covers, oldest first, and what is left', async () => {
  const accountDetails = { Address: [addressOf('Service')] };
  server.answer(page.refresh, { body: { ...olivia().billing, accountDetails } });
  server.answer(page.savedMethods, { body: [saved('m-2', { payment_method: bankAccount() })] });
  await page.openForm();
  screen.getByText('118 Orchard Lane, Fairview');
  screen.getByText(wholeText('Bank Account …6789'));
  expect(coveredTexts()).toEqual([oldest, newest]);
  screen.getByText('This pays it in full');
  await page.openQuestions();
  await user.click(screen.getByLabelText('Other Amount'));
  expect(coveredTexts()).toEqual([]);
  expect(screen.queryByText(/ left, due/)).toBeNull();
  await user.type(page.amountField(), '100');
  expect(coveredTexts()).toEqual([oldest, 'Bill INV-4$6.34Part payment · due Dec 09, 2026']);
  screen.getByText('Payments go to your oldest bill first.');
  screen.getByText('$96.40 left, due Dec 09, 2026');
  await user.type(page.amountField(), '0');
  screen.getByText('You will have $803.60 in credit.');
});

test('[PAY-8] the summary says what is past due, and what of the rest is', async () => {
  server.answer(page.refresh, { body: jerome().billing });
  await page.openForm();
  const newer = 'Bill INV-9$92.74Due Dec 18, 2026';
  expect(coveredTexts()).toEqual(['Bill INV-8$82.74Past due since Oct 19, 2026', newer]);
  expect(screen.getByText(/^Past.due since/).dataset.tone).toBe('bad');
  expect(screen.getByText(/^Due Dec/).dataset.tone).toBeUndefined();
  await page.openQuestions();
  await user.click(screen.getByLabelText('Other Amount'));
  await user.type(page.amountField(), '50');
  expect(coveredTexts()).toEqual(['Bill INV-8Part payment · past due since Oct 19, 2026']);
  screen.getByText('$125.48 left, part of it past due since Oct 19, 2026');
});

test('[PAY-1] a question that is opened has the focus on what is chosen', async () => {
  server.answer(page.savedMethods, { body: [saved('m-1'), saved('m-2', { auto_payment: true })] });
  await page.openForm();
  await page.press('Change: Pay with');
  expect(document.activeElement).toBe(cards().find(({ checked }) => checked));
});

test('[PAY-8] a part of the only open bill has no bill before it', async () => {
  await page.openOther('10');
  expect(coveredTexts()).toHaveLength(1);
  screen.getByText(/^\$74\.99 left/);
  expect(screen.queryByText('Payments go to your oldest bill first.')).toBeNull();
});

test.each([
  ['i-4', '$102.74', [oldest, 'Bill INV-4$9.08Part payment · due Dec 09, 2026']],
  ['i-3', '$93.66', ['Bill INV-3Due Nov 22, 2026']],
  ['of-someone-else', '$196.40', [oldest, newest]],
])('[PAY-1] [PAY-8] opened for bill %s: pays %s, and says to which bills', async (billId, amount, lines) => {
  server.answer(page.refresh, { body: olivia().billing });
  await page.openPayment('en', billId);
  await screen.findByRole('form');
  expect(coveredTexts()).toEqual(lines);
  const isAll = amount === '$196.40';
  expect(screen.queryAllByText('Payments go to your oldest bill first.')).toHaveLength(isAll ? 0 : 1);
  await page.press(`Pay ${amount} now`);
  await page.isPaid();
});

test('[PAY-1] another bill on the same page starts the form over', async () => {
  server.answer(page.refresh, { body: olivia().billing });
  const { router } = await openPortal({ path: '/billing/make-payment?bill=i-4', session: sessionOf(ana) });
  await screen.findByRole('button', { name: 'Pay $102.74 now' });
  void router.navigate({ href: '/billing/make-payment?bill=i-3' });
  await screen.findByRole('button', { name: 'Pay $93.66 now' });
});

test('[PAY-6] the second press of a double click leads nowhere, whatever is beneath it by then', async () => {
  await page.openForm();
  const footerLink = document.createElement('a');
  footerLink.href = '#elsewhere';
  document.body.append(footerLink);
  fireEvent.click(screen.getByRole('button', { name: 'Pay $84.99 now' }));
  const isFollowed = fireEvent.click(footerLink, { detail: 1 });
  footerLink.remove();
  expect(isFollowed).toBe(false);
  await page.isPaid();
});

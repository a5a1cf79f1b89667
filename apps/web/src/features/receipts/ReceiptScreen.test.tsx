import type { BillingRefresh } from '@myaccount/contract/home';
import type { Receipt } from '@myaccount/contract/payments';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { PaymentSuccessPage } from '../../app/pages/PaymentSuccessPage.tsx';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, bankAccount, billing, receiptOf, refresh } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { wholeText } from '../../testing/whole-text.ts';
import { businessToday } from '../../ui/time.ts';
import { billingAccountKey } from '../accounts/accounts.queries.ts';
import { keepPaymentDetails } from '../payments/payment-details.ts';
import { ReceiptScreen } from './ReceiptScreen.tsx';

const server = startFakeServer(answerForAccount);

const appliedTo = [{ invoice_num: 'INV-1', amount: 80 }];
const receipt = receiptOf({ applied_to: appliedTo, emailed_to: 'ana@example.com', credit: 4.99 });

const answerReceipt = (over: Partial<Receipt> = {}) =>
  server.answer('GET /payments/receipt', { body: { ...receipt, ...over } });

const at = '/billing/payment-success';
const details = { paymentId: 'p-1', date: '2099-11-20', amount: 84.99, paymentMethod: 'Credit Card …4242' };

beforeEach(() => answerReceipt());

/** Opens the success page right after a payment. */
async function openSuccess(over?: Partial<Receipt>): Promise<void> {
  keepPaymentDetails(details);
  if (over) answerReceipt(over);
  await renderPage(<PaymentSuccessPage />, { at });
}

/** Opens the receipt of any payment. */
async function openReceipt(over?: Partial<Receipt>): Promise<void> {
  if (over) answerReceipt(over);
  await renderPage(<ReceiptScreen paymentId="p-1" />, { at: '/payments' });
}

/** The answer, which is the page’s heading. */
const findTitle = () => screen.findByText(/./, { selector: '[role=status] h1' });

/** The answer’s sentences, once it is there. */
async function answerTexts(): Promise<string[]> {
  const title = await findTitle();
  const panel = title.closest('[role=status]');
  return [...(panel?.querySelectorAll('h1, p:not([aria-hidden])') ?? [])].map((text) =>
    (text.textContent ?? '').replaceAll('\u00a0', ' '),
  );
}

test('[PAY-4] shows the receipt of the server, not only what the browser remembers', async () => {
  await openSuccess();
  await screen.findByRole('heading', { level: 1, name: 'You paid $84.99' });
  expect(document.title).toBe('You paid $84.99 · Example Fiber');
  for (const text of ['7K3M-Q9TX', 'Example Fiber, account 100200300', 'Nov 20, 2099', '7000000001']) {
    screen.getByText(text);
  }
  screen.getByText(/Bill INV-1/);
  expect(server.requestsOf('GET /payments/receipt')[0]?.query.get('id')).toBe('p-1');
  // Its id is for machines: people read one reference, and the transaction id that the history names too.
  expect(screen.queryByText('p-1')).toBeNull();
});

test.each<[string, Partial<Receipt>, string[]]>([
  ['paid', {}, ['Download receipt', 'Print', 'Back to the home page']],
  ['on its way', { status: 'PENDING' }, ['Download as PDF', 'Print', 'Back to the home page']],
  ['failed', { status: 'PROCESSING_ERROR' }, ['Go to payments', 'Download as PDF', 'Print']],
  ['paid in part', { requested: 100 }, ['Go to payments', 'Download receipt', 'Print']],
  ['planned', { status: 'PENDING', planned_for: '2099-12-01' }, ['Back to the home page', 'Print']],
])('[PAY-4] [PAY-8] a payment that is %s has one strong action', async (_what, over, [strong, ...others]) => {
  server.answer(refresh, { body: billing() });
  await openSuccess(over);
  await findTitle();
  const namesOf = (variant: string) =>
    [...document.querySelectorAll(`[data-variant="${variant}"]`)].map(({ textContent }) => textContent);
  expect(namesOf('filled')).toEqual([strong]);
  const way = screen.getAllByRole('link').find(({ textContent }) => !textContent.startsWith('Plan it'));
  expect(way?.getAttribute('href')).toBe(way?.textContent === 'Go to payments' ? '/payments' : '/');
  // What failed takes nothing off what is left.
  const asked = over.status === 'PROCESSING_ERROR' ? 0 : 1;
  await waitFor(() => expect(server.requestsOf(refresh)).toHaveLength(asked));
  expect(namesOf('default').filter((name) => !/^(Copy|Plan it)/.test(name))).toEqual(others);
});

const nothingLeft = { balance: 0, amountDue: 0, dueDate: null };
const billLeft = { balance: 61, amountDue: 61, dueDate: '2099-12-10' };
const lateLeft = { ...billLeft, pastDue: 61, dueDate: '2020-12-10' };

test.each<[string, Partial<BillingRefresh>, string]>([
  ['nothing', nothingLeft, 'Nothing left to pay'],
  ['a bill', billLeft, '$61.00 left, due Dec 10, 2099'],
  ['a late bill', lateLeft, '$61.00 left, past due since Dec 10, 2020'],
])('[PAY-4] says what is left after the payment: %s', async (_what, over, left) => {
  server.answer(refresh, { body: billing(over) });
  await openSuccess();
  await screen.findByText(left);
  const [paid, ...texts] = await answerTexts();
  const ways = over === billLeft ? ['Plan it for Dec 10, 2099'] : [];
  expect([paid, ...texts]).toEqual([
    'You paid $84.99',
    left,
    ...ways,
    'We emailed a receipt to ana@example.com',
  ]);
  expect(screen.getByRole('link', { name: 'Back to the home page' }).getAttribute('href')).toBe('/');
});

test.each<[string, Partial<BillingRefresh>]>([
  ['to a form that is filled for that day', billLeft],
  ['nowhere on the due date', { ...billLeft, dueDate: businessToday() }],
  ['nowhere where it is past due', lateLeft],
  ['nowhere where nothing is left', nothingLeft],
  [
    'nowhere where autopay collects it',
    { ...billLeft, nextCharge: { date: '2099-12-10', amount: 61, recurring_payment_id: 'm-1' } },
  ],
])('[PAY-8] a receipt of a part leads %s', async (_what, over) => {
  server.answer(refresh, { body: billing(over) });
  await openSuccess();
  await screen.findByText(/left/i);
  const hrefs = screen.queryAllByRole('link', { name: /^Plan it/ }).map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(over === billLeft ? ['/billing/make-payment'] : []);
});

test('[PAY-8] “Plan it” fills the form with the due date', async () => {
  server.answer(refresh, { body: billing(billLeft) });
  await openSuccess();
  await user.click(await screen.findByRole('link', { name: /^Plan it/ }));
  const kept = JSON.parse(sessionStorage.getItem('draft:payment:100200300') ?? '{}');
  expect(kept).toMatchObject({
    paymentAmount: 'currentBalance',
    paymentTiming: 'dated',
    paymentDate: '2099-12-10',
  });
});

test('[PAY-4] what was left before the payment is not shown while the balance loads again', async () => {
  server.answer(refresh, { body: billing(billLeft) });
  await openSuccess();
  await screen.findByText('$61.00 left, due Dec 10, 2099');
  const respond = server.hold(refresh);
  void queryClient.invalidateQueries({ queryKey: [billingAccountKey] });
  await waitFor(() => expect(screen.queryByText(/left/)).toBeNull());
  respond({ body: billing(nothingLeft) });
  await screen.findByText('Nothing left to pay');
});

test('[PAY-4] the receipt of another account says nothing about what this one owes', async () => {
  server.answer(refresh, { body: billing() });
  await openSuccess({ account_num: 'another' });
  expect(await answerTexts()).toEqual(['You paid $84.99', 'We emailed a receipt to ana@example.com']);
  expect(server.requestsOf(refresh)).toEqual([]);
});

test('[PAY-9] the reference can be copied, and the page says so', async () => {
  await openSuccess();
  await user.click(await screen.findByRole('button', { name: 'Copy reference' }));
  await screen.findByText('Copied', { selector: '[role=status]' });
  expect(await navigator.clipboard.readText()).toBe('7K3M-Q9TX');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  await screen.findByText('Could not copy. Select the text instead.');
});

test('[PAY-4] a part for the debt the account came with says so', async () => {
  const opening = { invoice_num: null, amount: 50 };
  await openSuccess({ applied_to: [opening, { invoice_num: 'INV-1', amount: 34.99 }], credit: 0 });
  const facts = await screen.findAllByText('Applied to', { selector: 'dt' });
  const values = facts.map((fact) => fact.nextElementSibling?.textContent);
  expect(values).toEqual(['Balance carried over: $50.00', 'Bill INV-1: $34.99']);
});

const texts = {
  partial:
    'You asked to pay $100.00, but only $84.99 was approved. $15.01 was not paid. Please pay the rest with another method.',
  onItsWay:
    'This is normal for a bank account and usually takes 3 to 5 days. It is already taken off what you owe.',
  confirming: 'We are confirming it with your bank. Do not pay again. This page shows the answer by itself.',
  callBank:
    'Your bank wants to speak with you first. Call your bank at the number on your card or statement, or choose another payment method.',
  noMoney:
    'There is not enough money for this payment. Choose another payment method or pay a smaller amount.',
  emailed: 'We emailed ana@example.com about it',
};
const bank = { payment_method: bankAccount() };
const returned = { ...bank, status: 'RETURNED', failure: { code: 'insufficient-funds' } } as const;
const failed = { status: 'PROCESSING_ERROR', failure: { code: 'call-bank' } } as const;

test.each<[Partial<Receipt>, string, ...string[]]>([
  [{ requested: 100 }, 'You paid $84.99', texts.partial, 'We emailed a receipt to ana@example.com'],
  [{ ...bank, status: 'PENDING' }, '$84.99 is on its way', texts.onItsWay, texts.emailed],
  [{ status: 'PENDING', emailed_to: null }, 'Confirming $84.99', texts.confirming],
  [failed, 'Payment failed', 'Nothing was charged. $84.99 is still unpaid.', texts.callBank, texts.emailed],
  [returned, 'Your bank returned $84.99', 'You owe this amount again.', texts.noMoney, texts.emailed],
  [
    { refunded: 20, refunds: [{ id: 'r-1', amount: 20, refunded_on: '2026-12-03' }] },
    'You paid $84.99',
    'Refunded $20.00 on Dec 03, 2026',
    'We emailed a receipt to ana@example.com',
  ],
  [{ status: 'REFUNDED' }, '$84.99 was refunded', 'We gave this payment back to you.', texts.emailed],
])('[PAY-8] the receipt of any payment that is %j says “%s”', async (over, ...words) => {
  await openReceipt(over);
  expect(await answerTexts()).toEqual(words);
  expect(server.requestsOf(refresh)).toEqual([]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/payments');
});

test.each([
  ['is on its way shows its result by itself', null, 2],
  ['is planned waits for its day', '2099-12-01', 1],
])('[PAY-8] a payment that %s', async (_what, planned_for, asked) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openReceipt({ status: 'PENDING', planned_for });
  await findTitle();
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(server.requestsOf('GET /payments/receipt')).toHaveLength(asked));
});

test('[PAY-8] a receipt that cannot be loaded says so and can be retried', async () => {
  server.answer('GET /payments/receipt', problemAnswer(400, 'request.invalid'));
  await openReceipt();
  await screen.findByText('We could not load this payment.');
  answerReceipt();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('You paid $84.99');
});

test('[PAY-4] what the server cannot confirm now is marked as the browser’s memory', async () => {
  server.answer('GET /payments/receipt', problemAnswer(400, 'request.invalid'));
  await openSuccess();
  await screen.findByRole('heading', { level: 1, name: 'Not confirmed yet' });
  screen.getByText('$84.99');
  screen.getByText(wholeText('Credit Card …4242'));
});

test('[PAY-4] a payment of somebody else is not shown from memory', async () => {
  server.answer('GET /payments/receipt', problemAnswer(404, 'request.not-found'));
  await openSuccess();
  await screen.findByRole('heading', { level: 1, name: 'This payment was made with another sign-in' });
  expect(screen.queryByText('$84.99')).toBeNull();
  // No retry finds it: the only way is the list.
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to payments' }).getAttribute('href')).toBe('/payments');
});

test.each(['null', '', '{', '{"amount":1}'])('[PAY-4] with “%s” in memory, it leads on', async (text) => {
  localStorage.setItem('payment-details', text);
  const { path } = await renderPage(<PaymentSuccessPage />, { at });
  expect(path()).toBe('/payments');
});

/** Opens the receipt of a payment that was to turn autopay on. */
async function openRecurring(balance: BillingRefresh, over: Partial<Receipt> = {}, isJustMade = true) {
  server.answer(refresh, { body: balance });
  answerReceipt({ use_recurring_payment: true, ...over });
  const screenOf = <ReceiptScreen paymentId="p-1" {...(isJustMade && { details })} />;
  await renderPage(screenOf, { at });
  await screen.findByRole('heading', { level: 1, name: /(\$84\.99|failed)$/ });
}

const on = billing({ balance: 0, amountDue: 0, isAutoPayEnabled: true });

test('[PAY-2] the answer says that autopay is on, and what it will do', async () => {
  await openRecurring(on);
  await screen.findByText('Autopay is on');
  await screen.findByText(/On each due date your open balance is charged to/);
  expect(screen.queryByText('Autopay is not on')).toBeNull();
});

test.each([
  [5_000, on, 'Autopay is on'],
  [30_000, billing(), 'Autopay is not on'],
])('[PAY-2] the page asks until autopay is on, or reports it: after %i ms', async (ms, balance, title) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openRecurring(billing());
  await screen.findByText('Checking autopay');
  server.answer(refresh, { body: balance });
  await vi.advanceTimersByTimeAsync(ms);
  await screen.findByText(title);
  const isOff = balance !== on;
  expect(screen.queryAllByText(/You do not have to pay again/)).toHaveLength(isOff ? 1 : 0);
  const ways = screen.queryAllByRole('link', { name: 'Turn on autopay' });
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(isOff ? ['/payments'] : []);
});

test.each<[Partial<Receipt>, string, string]>([
  [{ status: 'PENDING' }, 'Autopay is not on yet', 'It turns on by itself once the payment is confirmed.'],
  [failed, 'Autopay is not on', 'The payment was not made, so autopay was not turned on.'],
])('[PAY-2] of autopay along with a payment that is %j: %s', async (over, title, text) => {
  await openRecurring(billing(), over);
  await screen.findByText(title);
  await screen.findByText(text);
});

test.each([
  ['one-time payment', { use_recurring_payment: false }, true],
  ['receipt of the history', {}, false],
])('[PAY-2] a %s says nothing of autopay', async (_what, over, isJustMade) => {
  await openRecurring(on, over, isJustMade);
  expect(screen.queryByText(/autopay/i)).toBeNull();
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { type Answer, inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { bankAccount, billing, card, madePayment, saved } from '../../testing/page-data.ts';
import * as page from '../../testing/payment-form.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { PaymentScreen } from './PaymentScreen.tsx';
import { intentFor } from './payment-intent.ts';

const server = startFakeServer(page.answerForPayment);

beforeEach(() => {
  server.answer(page.savedMethods, {
    body: [
      saved('m-1', { auto_payment: true }),
      saved('m-2', { payment_method: bankAccount() }),
      saved('m-3', { payment_method: card({ expiration_date: '01/2020', last_four: '1111' }) }),
      saved('m-4', { valid_to: '2020-01-01', payment_method: card({ last_four: '9999' }) }),
    ],
  });
});

const realTimeout = setTimeout;
/** Passes so many seconds, one by one, so that the server can answer in between. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => realTimeout(resolve, 10));
  }
}

/** Pays, and passes so many seconds. */
async function payAndPass(seconds: number): Promise<void> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await page.openForm();
  fireEvent.click(page.payButton());
  await pass(seconds);
}

/** Pays, loses both responses, and holds the one to what the page then asks by itself; returns what gives it. */
async function loseUntilItAsks() {
  server.answer(page.makePayment, { isLost: true });
  await payAndPass(4);
  await screen.findByText('A payment is not confirmed yet');
  const respond = server.hold(page.makePayment);
  await pass(6);
  await waitFor(() => expect(sent()).toHaveLength(3));
  return respond;
}

const sent = () => server.requestsOf(page.makePayment).map(({ body }) => body);
const keysSent = () => server.requestsOf(page.makePayment).map((call) => call.headers['idempotency-key']);
const answersWith = (...answers: Answer[]) => server.answer(page.makePayment, inTurn(...answers));

const withCard = { payment_method: 'm-1', billing_account_id: 'b-1' };
const stored = { ...withCard, paymentType: 'onetime', amount: 20 } as const;

test('[PAY-1] [PAY-4] pays the balance due with the default method and opens the success page', async () => {
  await page.openAndPay();
  await page.isPaid();
  expect(sent()).toEqual([{ ...stored, amount: 84.99, seenBalance: 84.99 }]);
  const details = { paymentId: 'p-1', date: '2099-11-20', paymentMethod: 'Credit Card …4242' };
  expect(JSON.parse(localStorage.getItem('payment-details') ?? '')).toEqual({ ...details, amount: 84.99 });
});

test('[PAY-6] a lost response is retried automatically, with the same key', async () => {
  answersWith({ isLost: true }, { body: madePayment({ alreadyMade: true }) });
  await page.openAndPay();
  await screen.findByText('We are confirming your payment');
  await page.isPaid();
  const [first, second, ...more] = keysSent();
  expect(first).toMatch(/^[\x21-\x7e]{1,255}$/);
  expect(second).toBe(first);
  expect(more).toEqual([]);
});

test('[PAY-6] after two lost responses the customer retries: still the same payment, never called failed', async () => {
  answersWith({ isLost: true }, problemAnswer(500, 'server.error'), { body: madePayment() });
  await page.openAndPay();
  const ask = await screen.findByRole('button', { name: 'Check or finish payment' });
  expect(screen.queryByText('Payment failed')).toBeNull();
  expect(document.activeElement).toBe(ask.closest('[role=status]'));
  await user.click(ask);
  await page.isPaid();
  expect(new Set(keysSent()).size).toBe(1);
  expect(sent()).toHaveLength(3);
});

test('[PAY-6] after two lost responses the page keeps asking, and changes by itself when the answer is there', async () => {
  const respond = await loseUntilItAsks();
  // It asks without a word; a press does not ask twice.
  fireEvent.click(screen.getByRole('button', { name: 'Check or finish payment' }));
  screen.getByText('We are confirming your payment');
  await pass(1);
  answersWith(...Array<Answer>(5).fill({ isLost: true }), { body: madePayment() });
  respond({ isLost: true });
  await pass(50);
  await page.isPaid();
  expect(new Set(keysSent()).size).toBe(1);
  expect(sent()).toHaveLength(9);
});

test('[PAY-6] who starts over while the page asks stays on the form, and pays nothing until it is answered', async () => {
  const respond = await loseUntilItAsks();
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
  fireEvent.click(page.payButton());
  expect(Object.keys(sessionStorage)).toEqual([]);
  respond({ isLost: true });
  await pass(5);
  await waitFor(() => expect(sent()).toHaveLength(4));
  await pass(5);
  page.payButton();
  expect(new Set(keysSent()).size).toBe(1);
});

test('[PAY-6] who starts over sends what the form shows: credit too, and the old balance until the new one is there', async () => {
  const credit = (balance: number) => ({ body: billing({ balance, amountDue: 0 }) });
  const seen = () => sent().map((body) => (body as { seenBalance: number }).seenBalance);
  const changed = problemAnswer(409, 'payments.balance-changed');
  server.answer(page.refresh, credit(-12.3));
  answersWith({ isLost: true }, { isLost: true }, changed, { isLost: true }, { body: madePayment() });
  await page.openForm();
  await page.press('Pay ahead');
  await user.type(page.amountField(), '20');
  await page.press('Pay $20.00 now');
  const respond = server.hold(page.refresh);
  await user.click(await screen.findByRole('button', { name: 'Start over' }, { timeout: 5_000 }));
  await page.press('Pay $20.00 now');
  await waitFor(() => expect(seen()).toEqual([-12.3, -12.3, -12.3]));
  server.answer(page.refresh, credit(-32.3));
  respond(credit(-32.3));
  await screen.findByText('Your balance changed');
  await page.press('Pay $20.00 now');
  await page.isPaid();
  expect(seen().slice(3)).toEqual([-32.3, -32.3]);
  expect(new Set(keysSent()).size).toBe(3);
});

test('[PAY-6] two minutes after its press the page asks no more by itself', async () => {
  server.answer(page.makePayment, problemAnswer(500, 'server.error'));
  await payAndPass(170);
  const asked = keysSent().length;
  expect(asked).toBeGreaterThan(9);
  await pass(60);
  expect(keysSent()).toHaveLength(asked);
  screen.getByRole('button', { name: 'Check or finish payment' });
});

test.each([
  ['a moment ago', 60_000, false],
  ['days ago', 49 * 3_600_000, true],
])('[PAY-6] another open payment, made %s, is in place of the form', async (_what, agoMs, isForLong) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const unconfirmed = { amount: 20, since: new Date(Date.now() - agoMs).toISOString() };
  server.answer(page.refresh, { body: billing({ unconfirmed }) });
  await page.openPayment();
  await screen.findByText('Your payment of $20.00 is being confirmed');
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryAllByRole('link', { name: '(555) 010-0199' })).toHaveLength(isForLong ? 1 : 0);
  server.answer(page.refresh, { body: billing() });
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByRole('form');
});

test('[PAY-6] a reload while the result is unknown resumes with the same key and body', async () => {
  const { key } = intentFor({ ...stored, seenBalance: 99 }, Date.now());
  await page.openPayment();
  await screen.findByText('We are confirming your payment');
  await page.isPaid();
  expect(keysSent()).toEqual([key]);
  expect(sent()).toEqual([{ ...stored, seenBalance: 99 }]);
});

test('[PAY-6] a payment of another tab is named for as long as it has no result, and no longer', async () => {
  answersWith(problemAnswer(409, 'payments.in-progress'));
  await page.openForm();
  const unconfirmed = { amount: 20, since: new Date().toISOString() };
  server.answer(page.refresh, { body: billing({ unconfirmed }) });
  await user.click(page.payButton());
  await screen.findByText('Your payment of $20.00 is being confirmed');
  server.answer(page.refresh, { body: billing() });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(page.payButton()).toBeTruthy());
  expect(screen.queryByText(/Your payment of/)).toBeNull();
  // The toast goes by itself.
  await waitFor(() => expect(screen.queryByText('Another payment is being confirmed')).toBeNull());
});

test('[PAY-6] after a late reload an unconfirmed payment waits for the customer', async () => {
  intentFor(stored, Date.now() - 600_000);
  await page.openPayment();
  await screen.findByText('A payment is not confirmed yet');
  expect(keysSent()).toEqual([]);
  await page.press('Start over');
  expect(page.payButton().textContent).toBe('Pay $84.99 now');
});

test('[PAY-5] [PAY-8] a decline says why, with the payment’s own reference, keeps what was typed, and the next press is a new payment with another method', async () => {
  const errors = [{ field: 'payment_method', code: 'insufficient-funds' }];
  const refusal = { detail: 'No money on it.', errors, reference: '7K3MQ9TX' };
  answersWith(problemAnswer(402, 'payments.declined', refusal), { body: madePayment() });
  await page.openOther('20.5');
  const declined = { date: '2026-11-24', code: 'insufficient-funds' } as const;
  const other = saved('m-4', { payment_method: card({ last_four: '9999' }) });
  server.answer(page.savedMethods, { body: [saved('m-1', { auto_payment: true, declined }), other] });
  await user.click(page.payButton());
  await screen.findByText('Payment failed');
  const banner = await screen.findByRole('alert');
  expect([...banner.querySelectorAll('p')].map((text) => text.textContent)).toEqual([
    'No money on it.',
    "We're not able to process your request at this time, please try again later.",
    'Nothing was charged, and what you filled in is still here. Choose another payment method or pay a smaller amount.',
    'Reference: 7K3M-Q9TX Copy',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(banner));
  const before = screen.getByRole<HTMLInputElement>('radio', { name: /…⁠?4242/ });
  expect([before.checked, before.disabled]).toEqual([false, false]);
  expect(before.closest('label')?.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'The last payment failed on Nov 24, 2026. There is not enough money for this payment.',
  );
  screen.getByRole('button', { name: 'Add a payment method' });
  await user.click(page.payButton());
  await page.isPaid();
  expect(sent()[1]).toMatchObject({ amount: 20.5, payment_method: 'm-4' });
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(new Set(keysSent()).size).toBe(2);
});

test('[PAY-6] a payment already made is shown, and paying again is a new payment', async () => {
  answersWith({ body: madePayment({ alreadyMade: true }) }, { body: madePayment({ id: 'p-2' }) });
  await page.openForm();
  server.answer(page.refresh, { body: billing({ balance: -7.5, amountDue: 0 }) });
  await user.click(page.payButton());
  await screen.findByText('This payment was already made');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await page.press('Pay $84.99 again');
  await page.isPaid();
  expect(sent()).toMatchObject([{ seenBalance: 84.99 }, { seenBalance: -7.5 }]);
  expect(new Set(keysSent()).size).toBe(2);
});

test('[PAY-1] what is wrong is shown where it belongs, and the first of it is focused', async () => {
  server.answer(page.savedMethods, { body: [saved('m-1'), saved('m-2')] });
  await page.openOther();
  await user.click(page.payButton());
  screen.getByText('Enter a valid amount that you want to pay');
  screen.getByText('Please select a payment method');
  await waitFor(() => expect(document.activeElement).toBe(page.amountField()));
  expect(sent()).toEqual([]);
});

test('[METHODS-1] the default comes first, an expired card cannot be chosen, a removed one is not there', async () => {
  await page.openAllQuestions();
  const choices = screen.getAllByRole<HTMLInputElement>('radio', { name: /…/ });
  const shown = choices.map(({ checked, disabled }) => `${checked} ${disabled}`);
  expect(shown).toEqual(['true false', 'false false', 'false true']);
  screen.getByText('Expired 01/2020');
  expect(screen.queryByText(/9999/)).toBeNull();
});

test('[CONSENT-1] a bank debit needs the authorization, for this amount, in these words', async () => {
  answersWith({ body: madePayment({ status: 'PENDING', payment_method: bankAccount() }) });
  await page.openAllQuestions();
  await user.click(screen.getByRole('radio', { name: /Bank Account …6789/ }));
  await user.click(page.payButton());
  screen.getByText('Check the box to allow the bank debit');
  await user.click(screen.getByRole('radio', { name: /Credit Card …4242/ }));
  await user.click(screen.getByRole('radio', { name: /Bank Account …6789/ }));
  expect(screen.queryByText('Check the box to allow the bank debit')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /I authorize .* to debit \$84\.99 once/ }));
  await user.click(screen.getByLabelText('Other Amount'));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.type(page.amountField(), '20');
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /to debit \$20\.00 once/ });
  expect(box.checked).toBe(false);
  await user.click(box);
  await user.click(page.amountField());
  await user.tab();
  expect(box.checked).toBe(true);
  await user.click(page.payButton());
  await page.isPaid();
  const consents = [{ kind: 'bank-debit', textVersion: '2', language: 'en' }];
  expect(sent()).toMatchObject([{ amount: 20, payment_method: 'm-2', consents }]);
});

test('[CONSENT-1] an authorization in Spanish is sent as one in Spanish', async () => {
  answersWith({ body: madePayment({ status: 'PENDING', payment_method: bankAccount() }) });
  await page.openAllQuestions('es');
  await user.click(screen.getByRole('radio', { name: /Cuenta bancaria …6789/ }));
  await user.click(screen.getByRole('checkbox', { name: /debitar \$84\.99 una sola vez/ }));
  await page.press('Pagar $84.99 ahora');
  await page.isPaid();
  expect(sent()).toMatchObject([{ consents: [{ kind: 'bank-debit', textVersion: '2', language: 'es' }] }]);
});

test('[PAYMENTS-2] [PAY-5] opened to pay, the form has the focus; where the processor is away, that nothing was charged', async () => {
  await renderPage(<PaymentScreen isFocused />);
  const form = await screen.findByRole('form', { name: 'Make a payment' });
  await waitFor(() => expect(document.activeElement).toBe(form));
  answersWith(problemAnswer(503, 'payments.processor-unavailable'));
  await user.click(page.payButton());
  const banner = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(banner));
  within(banner).getByText('Nothing was charged, and what you filled in is still here.');
  expect(keysSent()).toHaveLength(1);
});

test.each([
  ['en', 'Please try again in 2 minutes.'],
  ['es', 'Inténtelo de nuevo en 2 minutos.'],
] as const)('[PAY-5] too many tries say in words how long to wait, in %s', async (language, text) => {
  const tooMany = { ...problemAnswer(429, 'request.too-many'), headers: { 'retry-after': '120' } };
  server.answer(page.makePayment, tooMany);
  await page.openForm(language);
  await page.press(/^(Pay|Pagar) \$/);
  await screen.findByText((shown) => shown.endsWith(text));
});

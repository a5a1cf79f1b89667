import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { BillingRefresh } from '@myaccount/contract/home';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, bankAccount, billing, card, madePayment, saved } from '../../testing/page-data.ts';
import * as page from '../../testing/payment-form.tsx';
import { user } from '../../testing/user.ts';
import { changeConfig } from '../../testing/web-config.ts';

const server = startFakeServer(page.answerForPayment);

const offer = (recurringPayments: boolean) => changeConfig({ flags: { recurringPayments } });

beforeEach(() => {
  offer(true);
  server.answer(page.savedMethods, {
    body: [
      saved('m-1', { auto_payment: true }),
      saved('m-2', { payment_method: card({ nickname: 'Other', last_four: '1881' }) }),
      saved('m-3', { payment_method: bankAccount() }),
    ],
  });
});

async function open(balance?: Partial<BillingRefresh>, account?: Partial<CustomerAccount>) {
  answerForAccount(server, account);
  server.answer(page.refresh, { body: billing(balance) });
  await page.openAllQuestions();
}

const consent = { kind: 'autopay', textVersion: '2', language: 'en' };
const choice = () => screen.queryByRole('radio', { name: /^Recurring payment/ });
const authorization = () => screen.getByRole('checkbox', { name: /charge the amount due on my account/ });
const sent = () => server.requestsOf(page.makePayment).map(({ body }) => body);

describe('[PAY-2] the recurring choice', () => {
  test.each([
    ['the flag is off', false, {}, {}],
    ['autopay is on', true, { isAutoPayEnabled: true }, {}],
    ['the account is closed', true, {}, { accountStatus: 'INACTIVE' }],
  ] as const)('is not there when %s: nothing is asked or sent', async (_why, isOn, balance, account) => {
    offer(isOn);
    sessionStorage.setItem('draft:payment:100200300', JSON.stringify({ paymentType: 'recurring' }));
    await open(balance, account);
    expect(screen.queryByText(/^Recurring payment|How often\?|autopay/i)).toBeNull();
    await page.press('Pay $84.99 now');
    await waitFor(() => expect(sent()).toMatchObject([{ paymentType: 'onetime' }]));
    expect(Object.keys(sent()[0] as object)).not.toContain('consents');
  });

  test('[LOST-4] is not offered in the days after the sign-in address changed, and says until when', async () => {
    await open({}, { securityHoldUntil: '2026-11-28T22:05:00.000Z' });
    screen.getByText(/^Payment methods stay as they are until Nov\s28,\s2026/);
    expect(choice()).toBeNull();
  });

  test('is one-time at first; chosen, it says what follows and needs the authorization', async () => {
    await open();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'One-time payment' }).checked).toBe(true);
    await user.click(choice() as HTMLElement);
    screen.getByText('This payment, and then autopay with the same payment method.');
    await page.press('Pay $84.99 now and turn on autopay');
    await waitFor(() => expect(document.activeElement).toBe(authorization()));
    screen.getByText('Check the box to authorize autopay, or choose a one-time payment');
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'One-time payment' }));
    await user.click(choice() as HTMLElement);
    expect(screen.queryByText(/^Check the box to authorize/)).toBeNull();
    await user.click(authorization());
    expect(screen.queryByRole('alert')).toBeNull();
    await page.press('Pay $84.99 now and turn on autopay');
    await page.isPaid();
    const payment = { amount: 84.99, payment_method: 'm-1', billing_account_id: 'b-1', seenBalance: 84.99 };
    expect(sent()).toEqual([{ ...payment, paymentType: 'recurring', consents: [consent] }]);
  });

  test('with a bank account has both authorizations, and each is ticked by itself', async () => {
    await open();
    await user.click(screen.getByRole('radio', { name: /6789/ }));
    await user.click(choice() as HTMLElement);
    const debit = screen.getByRole<HTMLInputElement>('checkbox', { name: /debit \$84\.99 once/ });
    await user.click(debit);
    await user.click(authorization());
    expect([debit.checked, (authorization() as HTMLInputElement).checked]).toEqual([true, true]);
    server.answer(page.makePayment, { body: madePayment({ status: 'PENDING' }) });
    await page.press('Pay $84.99 now and turn on autopay');
    await page.isPaid();
    expect(sent()).toMatchObject([{ consents: [{ ...consent, kind: 'bank-debit' }, consent] }]);
  });

  /** Pays with autopay, and the server refuses one field. */
  async function beRefused(field: string, code: string): Promise<void> {
    await open();
    await user.click(choice() as HTMLElement);
    await user.click(authorization());
    server.answer(page.makePayment, problemAnswer(400, 'request.invalid', { errors: [{ field, code }] }));
    await page.press('Pay $84.99 now and turn on autopay');
  }

  test.each([
    ['One-time payment', 0],
    [/1881/, 1],
  ])('refused by the server is said at the choice, until %s is chosen', async (other, boxes) => {
    await beRefused('paymentType', 'returned');
    const alert = await screen.findByRole('alert');
    const why = 'Autopay cannot be turned on with this payment. ';
    expect(alert.textContent).toBe(`${why}Choose a one-time payment or another payment method`);
    expect((choice() as HTMLInputElement).checked).toBe(true);
    await page.openQuestions();
    await user.click(screen.getByRole('radio', { name: other }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryAllByRole('checkbox')).toHaveLength(boxes);
  });

  test('an authorization whose text the server does not know is asked for again', async () => {
    await beRefused('consents.0.textVersion', 'invalid');
    await screen.findByText('Check the box to authorize autopay, or choose a one-time payment');
    await waitFor(() => expect(document.activeElement).toBe(authorization()));
  });

  test('one of a bank debit, too', async () => {
    await open();
    await user.click(screen.getByRole('radio', { name: /6789/ }));
    const debit = () => screen.getByRole('checkbox', { name: /debit \$84\.99 once/ });
    await user.click(debit());
    const errors = [{ field: 'consents.0.textVersion', code: 'invalid' }];
    server.answer(page.makePayment, problemAnswer(400, 'request.invalid', { errors }));
    await page.press('Pay $84.99 now');
    await waitFor(() => expect(document.activeElement).toBe(debit()));
    expect(debit().getAttribute('aria-invalid')).toBe('true');
  });
});

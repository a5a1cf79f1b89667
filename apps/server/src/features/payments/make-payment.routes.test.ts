import { processorNames } from '@myaccount/contract/processors';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { allowAccount } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { payBody, startPayingPortal } from '../../testing/paying-portal.ts';
import { changeRows, readRow } from '../../testing/rows.ts';

const portal = forFile(() => startPayingPortal());
beforeEach(() => portal.sandbox.reset());
afterAll(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
});

describe.each(processorNames)('with %s', (processor) => {
  test('[API-11, PAY-4] charges a card at once, books the payment, and closes the bill', async () => {
    const payer = await portal.buildPayer({ processor });
    const response = await portal.pay(payer, { seenBalance: 84.99 }, 'first-key');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      status: 'COMPLETED',
      amount: 84.99,
      occurred_on: '2026-11-24',
      payment_method: { card_type: 'VISA', last_four: '4242', token: payer.methodId },
    });
    const [charge, ...others] = await portal.chargesOf(payer);
    expect(others).toEqual([]);
    expect(charge).toMatchObject({ processor, amountCents: 8_499, state: 'captured' });
    expect(response.json().trasaction_id).toBe(charge?.id);
    expect(await portal.balanceCents(payer)).toBe(0);
    const query = { billing_account_id: payer.account.id };
    const bills = await portal.get('/invoices/all', query, payer.accessToken);
    const paid = { status: 'CLOSED', paid_date: '2026-11-24', amount_to_pay: 0 };
    expect(bills.json().result).toMatchObject([paid]);
  });

  test('[API-11] accepts the whole method with our id as its token', async () => {
    const payer = await portal.buildPayer({ processor });
    const query = { billing_account_id: payer.account.id };
    const [method] = (await portal.get('/payments/recurring-payments', query, payer.accessToken)).json();
    const response = await portal.pay(payer, { payment_method: method.payment_method });
    expect(response.json().status).toBe('COMPLETED');
  });

  test.each([
    [1.02, 'insufficient-funds', 'There is not enough money for this payment.'],
    [1.03, 'expired-card', 'The card has expired.'],
    [1.05, 'declined', 'Your bank declined the payment without telling us why.'],
    [1.06, 'call-bank', 'Please call your bank. It needs to speak with you first.'],
  ])(
    '[API-11, PAY-5] a decline of $%d says why, charges nothing and can be tried again',
    async (amount, reason, detail) => {
      const payer = await portal.buildPayer({ processor });
      const response = await portal.pay(payer, { amount }, 'declined-key');
      expect(response.statusCode).toBe(402);
      expect(response.json()).toMatchObject({
        code: 'payments.declined',
        detail,
        errors: [{ field: 'payment_method', code: reason }],
      });
      expect(response.json()).not.toHaveProperty('id');
      const query = { billing_account_id: payer.account.id };
      const { result } = (await portal.get('/payments', query, payer.accessToken)).json();
      expect(result[0].failure).toEqual({ code: reason });
      expect(response.json().reference).toBe(result[0].reference);
      expect((await portal.pay(payer, { amount }, 'declined-key')).statusCode).toBe(402);
      expect(await portal.chargesOf(payer)).toEqual([]);
      expect((await portal.pay(payer, {}, 'another-key')).json().status).toBe('COMPLETED');
    },
  );

  test("[API-11] explains a decline in the reader's language", async () => {
    const payer = await portal.buildPayer({ processor });
    const body = { ...payBody(payer), amount: 1.02 };
    const spanish = { 'accept-language': 'es-US,es;q=0.9' };
    const response = await portal.post('/payments/make-payment', body, payer.accessToken, spanish);
    expect(response.json().detail).toBe('No hay fondos suficientes para este pago.');
  });

  test('[PAY-5] refuses payments while the processor is away, with Retry-After; the same call works later', async () => {
    const payer = await portal.buildPayer({ processor });
    await portal.sandbox.control({ processor, mode: 'down' });
    const response = await portal.pay(payer, {}, 'away-key');
    expect(response.statusCode).toBe(503);
    expect(response.json().code).toBe('payments.processor-unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    await portal.sandbox.reset();
    expect((await portal.pay(payer, {}, 'away-key')).json().status).toBe('COMPLETED');
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test('[PAY-6] books an amount that differs from the requested one as it is, and flags it for manual review', async () => {
    const payer = await portal.buildPayer({ processor });
    const response = await portal.pay(payer, { amount: 8.4 });
    expect(response.json()).toMatchObject({ status: 'COMPLETED', amount: 4.2 });
    expect(await portal.balanceCents(payer)).toBe(8_499 - 420);
    expect(await readRow(portal.db, 'payment', { id: response.json().id })).toMatchObject({
      manual_review_reason: 'requested $8.40, the processor booked $4.20',
      requested_cents: 840,
    });
    expect((await portal.pay(payer, { amount: 8.4 })).json().alreadyMade).toBe(true);
  });
});

describe('allocation', () => {
  test('[PAY-1] pays the bill with the earliest due date first; the remainder is a credit', async () => {
    const payer = await portal.buildPayer({ bills: [3_000, 4_000, 5_000] });
    const open = async () => {
      const query = { billing_account_id: payer.account.id };
      const page = await portal.get('/invoices/all', query, payer.accessToken);
      return page.json().result.map((row: { amount_to_pay: number }) => row.amount_to_pay);
    };
    await portal.pay(payer, { amount: 45 });
    expect(await open()).toEqual([50, 25, 0]);
    const { id } = (await portal.pay(payer, { amount: 100 })).json();
    expect(await open()).toEqual([0, 0, 0]);
    expect(await portal.balanceCents(payer)).toBe(-2_500);
    const receipt = (await portal.get('/payments/receipt', { id }, payer.accessToken)).json();
    expect(receipt.applied_to.map((part: { amount: number }) => part.amount)).toEqual([25, 50]);
    expect(receipt.credit).toBe(25);
  });

  test('[PAYMENTS-1] an inactive account can pay its final bill and nothing more', async () => {
    const payer = await portal.buildPayer();
    await changeRows(portal.db, 'account', { id: payer.account.id }, { status: 'INACTIVE' });
    expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
    const response = await portal.pay(payer, { amount: 10 });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'payments.nothing-due',
      errors: [{ field: 'amount', code: 'nothing-due' }],
    });
  });

  test.each([
    ['one payment', 10_000.01, [8_499]],
    ['the credit it leaves', 9_999, [-50_000]],
  ])('[PAY-1] %s has a limit', async (_what, amount, bills) => {
    const payer = await portal.buildPayer({ bills });
    const response = await portal.pay(payer, { amount });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'payments.amount-too-large',
      errors: [{ field: 'amount', code: 'too-large' }],
    });
    expect(await portal.chargesOf(payer)).toEqual([]);
  });
});

describe('ownership of method and account', () => {
  test('[API-25] refuses a method of another account of the same login', async () => {
    const payer = await portal.buildPayer();
    const other = await buildAccount(portal.db);
    await allowAccount(portal.db, payer.loginId, other);
    expect((await portal.pay(payer, { billing_account_id: other.id })).statusCode).toBe(404);
  });

  test.each([
    ['expired', { expires_on: '2026-10-31' }, 'expired'],
    ['removed', { valid_to: new Date('2026-11-01T00:00:00Z') }, 'removed'],
    [
      'a bank account at a processor that takes cards alone',
      { card_type: 'ACH', expires_on: null },
      'not-taken',
    ],
  ] as const)('[API-11] a method that is %s is refused with the reason', async (_what, method, reason) => {
    const payer = await portal.buildPayer();
    const { id } = await buildMethod(portal.portal, payer.account, {
      method: { is_default: false, ...method },
    });
    const response = await portal.pay(payer, { payment_method: id });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'payments.method-not-usable',
      errors: [{ field: 'payment_method', code: reason }],
    });
  });
});

import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import { expect, test } from 'vitest';
import { buildPayment } from '../../testing/builders/payment.ts';
import { buildEnrollment, buildMethod } from '../../testing/builders/payment-method.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

const portal = forFile(() => startTestPortal());

const list = ({ account, token }: Customer) =>
  portal.get('/payments/recurring-payments', { billing_account_id: account.id }, token);
const bank = { method_type: 'custom', processor: 'transafe', card_type: 'ACH', expires_on: null } as const;

test('[API-10, METHODS-1] lists the default first and leaves out removed methods', async () => {
  const login = await buildCustomer(portal);
  const { account } = login;
  expect((await list(login)).json(), 'none yet').toEqual([]);
  const rest = { is_default: false };
  const older = await buildMethod(portal.portal, account, {
    method: { ...rest, ...bank, nickname: 'Checking', last_four: '6789' },
  });
  const standard = await buildMethod(portal.portal, account);
  await buildMethod(portal.portal, account, { method: { ...rest, valid_to: portal.clock.now() } });
  const newer = await buildMethod(portal.portal, account, { method: rest });
  const methods = (await list(login)).json();
  expect(methods.map(({ id }: { id: string }) => id)).toEqual([standard.id, newer.id, older.id]);
  expect(methods[0]).toEqual({
    id: standard.id,
    auto_payment: true,
    valid_to: null,
    expires_soon: false,
    used_by: [],
    no_autopay: null,
    payment_method: {
      payment_method_type: 'tokenized-credit-card',
      card_type: 'VISA',
      nickname: 'Everyday Visa',
      expiration_date: '08/2030',
      last_four: '4242',
      token: standard.id,
      reference: null,
      account_holder_name: 'Ana Rivera',
      first_name: null,
      last_name: null,
      custom_field_values: [],
    },
  });
  expect(methods[2].payment_method).toMatchObject({
    payment_method_type: 'custom',
    reference: 'ACH;6789',
    expiration_date: null,
    custom_field_values: [
      { name: 'Token', value: older.id },
      { name: 'Nick Name', value: 'Checking' },
      { name: 'accountname', value: 'Ana Rivera' },
    ],
  });
});

test("[METHODS-2] never returns the processor's token", async () => {
  const login = await buildCustomer(portal);
  await buildMethod(portal.portal, login.account, { token: 'canary-token-4242' });
  const response = await list(login);
  expect(response.json()).toHaveLength(1);
  expect(response.body).not.toContain('canary');
});

test('[METHODS-7] shows what uses a method and whether its card expires soon', async () => {
  const login = await buildCustomer(portal);
  const method = await buildMethod(portal.portal, login.account, { method: { expires_on: '2026-12-31' } });
  await buildEnrollment(portal.db, login.account, method);
  expect((await list(login)).json()).toMatchObject([{ expires_soon: true, used_by: ['autopay'] }]);
});

test('[RETURN-1] says which bank accounts autopay cannot charge, each by its own returns', async () => {
  const login = await buildCustomer(portal);
  const { account } = login;
  /** Builds a bank account with debits that came back, each for a reason. */
  const build = async (reasons: readonly (PaymentFailure | null)[], fields: object = {}) => {
    const method = { ...bank, is_default: false, ...fields };
    const { id } = await buildMethod(portal.portal, account, { method });
    for (const failure_code of reasons)
      await buildPayment(portal.db, account, { payment_method_id: id, state: 'RETURNED', failure_code });
    return id;
  };
  const once = await build(['insufficient-funds']);
  const twice = await build(['insufficient-funds', null]);
  const unauthorized = await build(['unauthorized']);
  const invalid = await build([], { is_valid: false });
  const methods: { id: string; no_autopay: string | null }[] = (await list(login)).json();
  expect(Object.fromEntries(methods.map(({ id, no_autopay }) => [id, no_autopay]))).toEqual({
    [once]: null,
    [twice]: 'returned',
    [unauthorized]: 'returned',
    [invalid]: 'invalid-account',
  });
});

test('[API-10, METHODS-1] says when and why the last payment with a method failed, until one succeeds', async () => {
  const login = await buildCustomer(portal);
  const { account } = login;
  /** Builds a method with payments, the oldest first, one a day from Nov 20. */
  const build = async (...payments: [state: string, failureCode: PaymentFailure | null][]) => {
    const { id } = await buildMethod(portal.portal, account, { method: { is_default: false } });
    for (const [index, [state, failure_code]] of payments.entries()) {
      // After midnight in UTC it is still the day before where the provider is.
      const at = new Date(Date.UTC(2026, 10, 21 + index, 3));
      const fields = { state: state as 'COMPLETED', failure_code, state_at: at, occurred_at: at };
      await buildPayment(portal.db, account, { payment_method_id: id, ...fields });
    }
    return id;
  };
  const declined = await build(['COMPLETED', null], ['PROCESSING_ERROR', 'insufficient-funds']);
  const back = await build(['RETURNED', null]);
  const fine = await build(['PROCESSING_ERROR', 'expired-card'], ['COMPLETED', null]);
  const accepted = await build(['PROCESSING_ERROR', 'declined'], ['PENDING', null]);
  const unreached = await build(['COMPLETED', null], ['PROCESSING_ERROR', 'unavailable']);
  const unanswered = await build(['PROCESSING_ERROR', 'never-charged']);
  const ahead = await build(['PROCESSING_ERROR', 'call-bank'], ['CANCELLED', null]);
  const other = await build();
  const methods: { id: string; declined?: object }[] = (await list(login)).json();
  expect(Object.fromEntries(methods.map((method) => [method.id, method.declined]))).toEqual({
    [declined]: { date: '2026-11-21', code: 'insufficient-funds' },
    [back]: { date: '2026-11-20', code: 'returned' },
    [ahead]: { date: '2026-11-20', code: 'call-bank' },
    ...Object.fromEntries([fine, accepted, unreached, unanswered, other].map((id) => [id, undefined])),
  });
});

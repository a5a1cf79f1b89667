import { afterEach, describe, expect, test } from 'vitest';
import { openProcessors } from '../../gateways/card-processor/open-processors.ts';
import {
  dashboardOf,
  enrollPayer,
  paymentsOf,
  runAutopayJobs,
  turnOffAutopay,
} from '../../testing/autopay.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, payBody, startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { listAudit, listConsents } from '../../testing/traces.ts';
import { reconcilePayment } from '../charging/inquiry.service.ts';

// The tests start on Nov 24, 2026. The payers' bills are due on Nov 26.
const day = 24 * 3_600_000;

const portal = forFile(() =>
  startPayingPortal({ FLAG_RECURRING_PAYMENTS: 'true', PROCESSOR_TIMEOUT_MS: '5000' }),
);
afterEach(async () => {
  await portal.sandbox.reset();
  expect(await portal.brokenChecks()).toEqual([]);
});

const autopay = { kind: 'autopay', textVersion: '1', language: 'es' };
const debit = { kind: 'bank-debit', textVersion: '2', language: 'en' };
const recurring = (payer: Payer, fields: Record<string, unknown> = {}, key?: string) =>
  portal.pay(payer, { paymentType: 'recurring', consents: [autopay], ...fields }, key);
/** Returns the enrollments once a round of the job has passed. */
const enrollments = async (payer: Payer) => {
  await followUp();
  return await portal.db
    .selectFrom('autopay_enrollment as e')
    .leftJoin('consent as c', (join) =>
      join.onRef('c.account_id', '=', 'e.account_id').onRef('c.id', '=', 'e.consent_id'),
    )
    .select(['e.payment_method_id as methodId', 'e.ended_at as endedAt', 'c.language', 'c.kind'])
    .where('e.account_id', '=', payer.account.id)
    .orderBy('e.id')
    .execute();
};
const followUp = () => runJobs(portal, 'autopay.follow-up');

describe('[PAY-2] a recurring payment', () => {
  test('pays now and turns autopay on with its method, each told by mail', async () => {
    const payer = await portal.buildPayer();
    const { id } = await buildMethod(portal.portal, payer.account, { method: { is_default: false } });
    const response = await recurring(payer, { payment_method: id, seenBalance: 84.99 });
    expect(response.json()).toMatchObject({ status: 'COMPLETED', amount: 84.99 });
    expect(await enrollments(payer)).toEqual([
      { methodId: id, endedAt: null, language: 'es', kind: 'autopay' },
    ]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-made', 'autopay-on']);
    expect(await dashboardOf(portal, payer)).toMatchObject({ isAutoPayEnabled: true, balance: 0 });
    const query = { billing_account_id: payer.account.id };
    const history = await portal.get('/payments', query, payer.accessToken);
    expect(history.json().result).toMatchObject([{ use_recurring_payment: true }]);
    const saved = await portal.get('/payments/recurring-payments', query, payer.accessToken);
    expect(saved.json()[0]).toMatchObject({ id, auto_payment: true, used_by: ['autopay'] });
    expect((await listAudit(portal, payer)).at(-1)).toMatchObject({
      action: 'autopay.on',
      actor: `login:${payer.loginId}`,
      client_address: '127.0.0.1',
    });
  });

  test('sent again, is one charge and one enrollment, also once autopay was turned off', async () => {
    const payer = await portal.buildPayer();
    const replies = await Promise.all([recurring(payer, {}, 'r-1'), recurring(payer, {}, 'r-1')]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await recurring(payer, {}, 'r-1');
    expect(await enrollments(payer)).toHaveLength(1);
    const [payment] = await readRows(portal.db, 'payment', { account_id: payer.account.id });
    expect(payment?.autopay_consent_id, 'a choice counts once').toBeNull();
    portal.clock.advance(1_000);
    await turnOffAutopay(portal, payer);
    await recurring(payer, {}, 'r-1');
    expect(await enrollments(payer)).toMatchObject([{ endedAt: portal.clock.now() }]);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await portal.mailsOf(payer)).toEqual(['payment-made', 'autopay-on', 'autopay-off']);
  });

  test('of a bank account keeps both authorizations and turns autopay on while the debit is on its way', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    expect((await recurring(payer)).json().errors).toEqual([{ field: 'consents', code: 'required' }]);
    const response = await recurring(payer, { consents: [autopay, debit] });
    expect(response.json()).toMatchObject({ status: 'PENDING' });
    expect(await enrollments(payer)).toMatchObject([{ methodId: payer.methodId, kind: 'autopay' }]);
    const [payment] = await readRows(portal.db, 'payment', { account_id: payer.account.id });
    const kept = (await listConsents(portal, payer)).find(({ id }) => id === payment?.consent_id);
    expect(kept?.kind).toBe('bank-debit');
  });

  test.each([
    ['is declined', { token: 'visa-4242-declined' }, undefined, 402],
    ['finds the processor away', { processor: 'transafe' }, 'down', 503],
  ] as const)('that %s leaves autopay as it was', async (_what, options, mode, status) => {
    const payer = await portal.buildPayer(options);
    if (mode) await portal.sandbox.control({ processor: 'transafe', mode });
    expect((await recurring(payer)).statusCode).toBe(status);
    expect(await enrollments(payer)).toEqual([]);
    expect(await portal.mailsOf(payer)).not.toContain('autopay-on');
  });

  test('whose response is lost turns autopay on once its result is found', async () => {
    const payer = await portal.buildPayer({ processor: 'transafe' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
    expect((await recurring(payer)).json()).toMatchObject({ status: 'PENDING' });
    expect(await enrollments(payer)).toEqual([]);
    await portal.sandbox.reset();
    await portal.passTime(60_000);
    await portal.reconcile();
    await portal.reconcile();
    expect(await enrollments(payer)).toMatchObject([{ methodId: payer.methodId, endedAt: null }]);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await portal.mailsOf(payer)).toEqual(['payment-made', 'autopay-on']);
  });

  test('that an operator’s inquiry settles turns autopay on, once, whichever servers look', async () => {
    const payer = await portal.buildPayer({ processor: 'transafe' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
    const { id } = (await recurring(payer)).json();
    await portal.sandbox.reset();
    await portal.passTime(60_000);
    const context = { ...portal.portal, processors: openProcessors(portal.portal.config) };
    await reconcilePayment(context, { accountId: payer.account.id, id }, 'operator');
    await Promise.all([followUp(), followUp(), followUp()]);
    expect(await enrollments(payer)).toMatchObject([{ methodId: payer.methodId, kind: 'autopay' }]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-made', 'autopay-on']);
  });

  test('that is declined does not turn autopay on with the method of an earlier one', async () => {
    const payer = await portal.buildPayer();
    const { id } = await buildMethod(portal.portal, payer.account, {
      token: 'visa-4242-declined',
      method: { is_default: false },
    });
    await recurring(payer, { amount: 10 });
    await enrollments(payer);
    await portal.passTime(1_000);
    await turnOffAutopay(portal, payer);
    await portal.passTime(1_000);
    expect((await recurring(payer, { amount: 20, payment_method: id })).statusCode).toBe(402);
    expect(await enrollments(payer)).toMatchObject([{ endedAt: expect.any(Date) }]);
  });

  test('whose response is lost uses the authorization of autopay, not one that came later', async () => {
    const payer = await portal.buildPayer({ processor: 'transafe' });
    const bank = {
      method_type: 'custom',
      processor: 'transafe',
      card_type: 'ACH',
      is_default: false,
    } as const;
    const { id } = await buildMethod(portal.portal, payer.account, { method: bank });
    await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
    await recurring(payer, { amount: 10 });
    await portal.sandbox.reset();
    await portal.passTime(1_000);
    const dated = { payment_date: '2026-11-26', payment_method: id, consents: [debit], amount: 5 };
    expect((await portal.pay(payer, dated)).statusCode).toBe(200);
    await portal.passTime(60_000);
    await portal.reconcile();
    expect(await enrollments(payer)).toMatchObject([{ methodId: payer.methodId, kind: 'autopay' }]);
  });

  test('whose result is found after the customer changed autopay leaves that change alone', async () => {
    const payer = await portal.buildPayer({ processor: 'transafe' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
    await recurring(payer);
    await portal.sandbox.reset();
    await portal.passTime(1_000);
    await enrollPayer(portal, payer);
    await turnOffAutopay(portal, payer);
    await portal.passTime(60_000);
    await portal.reconcile();
    expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'COMPLETED' }]);
    expect(await enrollments(payer)).toMatchObject([{ endedAt: expect.any(Date) }]);
  });

  test('with another method moves autopay to it', async () => {
    const payer = await portal.buildPayer();
    await enrollPayer(portal, payer);
    await portal.passTime(1_000);
    const { id } = await buildMethod(portal.portal, payer.account, { method: { is_default: false } });
    await recurring(payer, { payment_method: id });
    expect(await enrollments(payer)).toMatchObject([
      { methodId: payer.methodId, endedAt: portal.clock.now() },
      { methodId: id, endedAt: null },
    ]);
  });
});

describe('[PAY-2] what is refused: nothing is charged, and autopay stays off', () => {
  test.each([
    ['no authorization of autopay', { consents: [] }, 'consents', 'required'],
    [
      'a text of another kind',
      { consents: [autopay, { ...autopay, kind: 'paperless' }] },
      'consents.1.kind',
      'unexpected',
    ],
    [
      'the authorization of autopay for a one-time payment',
      { paymentType: 'onetime' },
      'consents.0.kind',
      'unexpected',
    ],
  ])('%s', async (_what, fields, field, code) => {
    const payer = await portal.buildPayer();
    const response = await recurring(payer, fields);
    expect([response.statusCode, response.json().errors]).toEqual([400, [{ field, code }]]);
    expect([await paymentsOf(portal, payer), await enrollments(payer)]).toEqual([[], []]);
  });

  test('a balance that changed since the page was shown, now and dated ahead: it asks again', async () => {
    const payer = await portal.buildPayer();
    for (const fields of [{}, { payment_date: '2026-11-26' }]) {
      const response = await recurring(payer, { seenBalance: 90, ...fields });
      expect(response.json()).toMatchObject({ status: 409, code: 'payments.balance-changed' });
    }
    expect([await paymentsOf(portal, payer), await enrollments(payer)]).toEqual([[], []]);
  });

  test('a closed account, now and dated ahead', async () => {
    const payer = await portal.buildPayer();
    await changeRows(portal.db, 'account', { id: payer.account.id }, { status: 'INACTIVE' });
    for (const fields of [{}, { payment_date: '2026-11-26' }]) {
      const response = await recurring(payer, fields);
      expect(response.json()).toMatchObject({
        status: 400,
        detail: 'This account is closed, so autopay cannot be turned on.',
        errors: [{ field: 'paymentType', code: 'closed' }],
      });
    }
    expect([await paymentsOf(portal, payer), await enrollments(payer)]).toEqual([[], []]);
    expect((await portal.pay(payer)).statusCode).toBe(200);
  });

  test('a bank account whose debits came back, in the reader’s language', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    const one = await portal.pay(payer, { amount: 10, consents: [debit] });
    const returned = { state: 'RETURNED', failure_code: 'unauthorized' } as const;
    await changeRows(portal.db, 'payment', { id: one.json().id }, returned);
    const body = { ...payBody(payer), amount: 20, paymentType: 'recurring', consents: [autopay, debit] };
    const spanish = { 'accept-language': 'es' };
    const response = await portal.post('/payments/make-payment', body, payer.accessToken, spanish);
    expect(response.json()).toMatchObject({
      detail: expect.stringContaining('Su banco devolvió débitos'),
      errors: [{ field: 'paymentType', code: 'returned' }],
    });
    expect(await enrollments(payer)).toEqual([]);
  });
});

describe('[PAY-2] a recurring payment of another day', () => {
  test('dated ahead, plans the payment and turns autopay on; what is due is charged once', async () => {
    const payer = await portal.buildPayer();
    const planned = await recurring(payer, { payment_date: '2026-11-26', amount: 50 });
    expect(planned.json()).toMatchObject({ status: 'PENDING', occurred_on: '2026-11-26' });
    await followUp();
    expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'autopay-on']);
    expect(await dashboardOf(portal, payer)).toMatchObject({
      planned: 50,
      nextCharge: { date: '2026-11-26', amount: 34.99 },
    });
    await portal.passTime(2 * day);
    await runJobs(portal, 'payments.charge-planned');
    await runAutopayJobs(portal);
    const amounts = (await paymentsOf(portal, payer)).map(({ amountCents }) => amountCents);
    expect(amounts.sort()).toEqual([3_499, 5_000]);
    expect(await portal.balanceCents(payer)).toBe(0);
    expect(await enrollments(payer)).toHaveLength(1);
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { dashboardOf } from '../../testing/autopay.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { changeRows } from '../../testing/rows.ts';
import { listAudit, listConsents } from '../../testing/traces.ts';

// The tests start on Nov 24, 2026. The payers' bills are due on Nov 26.
const tomorrow = '2026-11-25';
const dueDate = '2026-11-26';

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: '5000' }));
afterEach(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
});

const plan = (payer: Payer, fields: Record<string, unknown> = {}, key?: string) =>
  portal.pay(payer, { payment_date: tomorrow, ...fields }, key);
const listed = async (payer: Payer) =>
  await portal.get('/payments/planned', { billing_account_id: payer.account.id }, payer.accessToken);
const cancel = (payer: Payer, id: string) =>
  portal.post('/payments/planned/cancel', { id }, payer.accessToken);

describe('planning', () => {
  test('[PAY-3, API-11] answers PENDING with an id and the day, charges nothing, and is confirmed by mail', async () => {
    const payer = await portal.buildPayer();
    const response = await plan(payer, { seenBalance: 84.99 }, 'plan-1');
    expect(response.json()).toMatchObject({
      id: expect.any(String),
      status: 'PENDING',
      amount: 84.99,
      occurred_on: tomorrow,
      trasaction_id: null,
      reference: expect.any(String),
    });
    expect(await portal.chargesOf(payer)).toEqual([]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-planned']);
    const again = await plan(payer, { seenBalance: 84.99 }, 'plan-1');
    expect(again.json()).toEqual(response.json());
    expect((await listed(payer)).json()).toEqual([
      {
        id: response.json().id,
        planned_for: tomorrow,
        amount: 84.99,
        payment_method: expect.objectContaining({ last_four: '4242' }),
        created_at: portal.clock.now().toISOString(),
        can_change: true,
      },
    ]);
  });

  test('[PAY-3] it is taken off what is due everywhere, and is no payment of the history yet', async () => {
    const payer = await portal.buildPayer();
    const { id } = (await plan(payer, { amount: 30 })).json();
    const figures = { balance: 84.99, planned: 30, inFlight: 0, amountDue: 54.99 };
    expect(await dashboardOf(portal, payer)).toMatchObject(figures);
    const accounts = await portal.get('/accounts', {}, payer.accessToken);
    expect(accounts.json()).toMatchObject([{ amountDue: 54.99 }]);
    const query = { billing_account_id: payer.account.id };
    expect((await portal.get('/payments', query, payer.accessToken)).json()).toMatchObject({ totalCount: 0 });
    const methods = await portal.get('/payments/recurring-payments', query, payer.accessToken);
    expect(methods.json()).toMatchObject([{ id: payer.methodId, used_by: ['planned'] }]);
    const receipt = await portal.get('/payments/receipt', { id }, payer.accessToken);
    expect(receipt.json()).toMatchObject({ status: 'PENDING', planned_for: tomorrow, applied_to: [] });
    const pdf = await portal.get('/payments/receipt/download', { id }, payer.accessToken);
    expect(pdf.statusCode).toBe(404);
  });

  test('[PAY-3] dated today it is paid at once', async () => {
    const payer = await portal.buildPayer();
    expect((await plan(payer, { payment_date: '2026-11-24' })).json()).toMatchObject({ status: 'COMPLETED' });
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test.each([
    ['after the due date', { payment_date: '2026-11-27' }, {}, 'payment_date', 'too-large'],
    ['a balance that changed', { seenBalance: 90 }, {}, 'seenBalance', 'changed'],
    ['a debit without authorization', {}, { kind: 'bank' }, 'consents', 'required'],
    [
      'a debit whose authorization names no day',
      { consents: [{ kind: 'bank-debit', textVersion: '1', language: 'en' }] },
      { kind: 'bank' },
      'consents',
      'invalid',
    ],
    ['somebody else’s account', { billing_account_id: 'other' }, {}, 'billing_account_id', 'unknown'],
    ['somebody else’s method', { payment_method: 'other' }, {}, 'payment_method', 'unknown'],
  ] as const)(
    '[PAY-3, API-25] %s is refused at its field, and nothing is planned',
    async (_what, fields, options, field, code) => {
      const payer = await portal.buildPayer(options);
      const response = await plan(payer, fields);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.json().errors).toEqual([{ field, code }]);
      expect((await listed(payer)).json()).toEqual([]);
      expect(await portal.mailsOf(payer)).toEqual([]);
    },
  );

  test('[PAY-3] the day of a card is the one on which it is charged', async () => {
    const payer = await portal.buildPayer();
    await changeRows(portal.db, 'payment_method', { id: payer.methodId }, { expires_on: '2026-11-25' });
    const refused = await plan(payer, { payment_date: dueDate });
    expect(refused.json().errors).toEqual([{ field: 'payment_method', code: 'expired' }]);
    expect((await plan(payer)).statusCode).toBe(200);
  });

  test('[PAY-3] a past-due bill leaves the days up to the newest due date open', async () => {
    const payer = await portal.buildPayer({ bills: [5_000, 8_499] });
    expect((await plan(payer, { amount: 134.99, payment_date: '2026-11-27' })).statusCode).toBe(400);
    const planned = await plan(payer, { amount: 134.99, payment_date: dueDate });
    expect(planned.json()).toMatchObject({ status: 'PENDING', occurred_on: dueDate });
  });

  test('[PAY-3] what is due already can be paid at once only', async () => {
    const payer = await portal.buildPayer();
    await plan(payer);
    const more = await plan(payer, { amount: 10 });
    expect(more.json()).toMatchObject({ code: 'payments.nothing-due' });
    expect((await portal.pay(payer, { amount: 10 })).statusCode).toBe(200);
  });

  test('[PAY-6] pressed at once, or again without a key, it is one plan', async () => {
    const payer = await portal.buildPayer();
    const presses = await Promise.all([1, 2, 3, 4].map(() => plan(payer, {}, 'double')));
    const ids = new Set(presses.map((press) => press.json().id));
    expect(ids.size).toBe(1);
    const other = await portal.buildPayer();
    const { id } = (await plan(other)).json();
    expect((await plan(other)).json()).toMatchObject({ id, alreadyMade: true });
    expect((await listed(other)).json()).toHaveLength(1);
    expect((await plan(payer, { payment_date: dueDate }, 'double')).json().code).toBe('payments.key-reused');
  });

  test('[CONSENT-1] the authorization of a dated debit names its day, and is kept', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    const consents = [{ kind: 'bank-debit', textVersion: '2', language: 'en' }];
    expect((await plan(payer, { consents })).statusCode).toBe(200);
    const [kept] = await listConsents(portal, payer);
    expect(kept?.agreed_text).toContain('to debit up to $84.99 once from my bank account on Nov 25, 2026.');
  });
});

describe('cancelling', () => {
  test('[PAY-7] nothing is charged, all of it is due again, and a mail tells it once', async () => {
    const payer = await portal.buildPayer();
    const { id } = (await plan(payer, {}, 'cancelled')).json();
    expect((await cancel(payer, id)).json()).toEqual({ id });
    expect((await cancel(payer, id)).json()).toEqual({ id });
    expect((await listed(payer)).json()).toEqual([]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-cancelled']);
    const again = await plan(payer, {}, 'cancelled');
    expect([again.statusCode, again.json().code]).toEqual([409, 'payments.cancelled']);
    const actor = `login:${payer.loginId}`;
    expect(await listAudit(portal, payer)).toMatchObject([
      { action: 'payments.planned', actor },
      { action: 'payments.cancelled', actor },
    ]);
  });

  test('[PAY-7] the next one is listed first', async () => {
    const payer = await portal.buildPayer();
    await plan(payer, { amount: 20, payment_date: dueDate });
    await plan(payer, { amount: 30 });
    const days = (await listed(payer)).json().map((row: { planned_for: string }) => row.planned_for);
    expect(days).toEqual([tomorrow, dueDate]);
  });

  test('[API-25] somebody else’s plans are not found', async () => {
    const [payer, other] = [await portal.buildPayer(), await portal.buildPayer()];
    await plan(payer);
    const query = { billing_account_id: payer.account.id };
    expect((await portal.get('/payments/planned', query, other.accessToken)).statusCode).toBe(404);
  });

  test('[API-25] a payment that is no plan is not found', async () => {
    const payer = await portal.buildPayer();
    const made = (await portal.pay(payer)).json();
    expect((await cancel(payer, made.id)).statusCode).toBe(404);
  });
});

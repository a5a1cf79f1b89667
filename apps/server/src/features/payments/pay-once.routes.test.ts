import { processorNames } from '@myaccount/contract/processors';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { paymentsOf } from '../../testing/autopay.ts';
import { forFile } from '../../testing/for-tests.ts';
import { chargeBehindOurBack } from '../../testing/hidden-charge.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRow, readRows } from '../../testing/rows.ts';

const minute = 60_000;

const portal = forFile(() => startPayingPortal());
afterEach(() => portal.sandbox.reset());
afterAll(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
});

/** Sends fifty calls at the same moment and returns their responses. */
async function payFiftyTimes(payer: Payer, keyOf: (index: number) => string | undefined, fields = {}) {
  const calls = Array.from({ length: 50 }, (_, index) => portal.pay(payer, fields, keyOf(index)));
  return await Promise.all(calls);
}

describe.each(processorNames)('with %s', (processor) => {
  test('[PAY-6] fifty calls at once with one key make one charge, and all return the same payment', async () => {
    const payer = await portal.buildPayer({ processor });
    const responses = await payFiftyTimes(payer, () => 'one-form');
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
    const shown = new Set(responses.map((response) => response.json().status));
    expect([...shown].every((status) => status === 'COMPLETED' || status === 'PENDING')).toBe(true);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    // A response that came late is booked a moment after the calls.
    await expect.poll(() => portal.balanceCents(payer)).toBe(0);
    expect((await portal.pay(payer, {}, 'one-form')).json().status).toBe('COMPLETED');
  });

  test('[PAY-6] fifty calls at once without a key make one charge, and 49 say that it was already made', async () => {
    const payer = await portal.buildPayer({ processor });
    const responses = await payFiftyTimes(payer, () => undefined);
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
    expect(responses.filter((response) => response.json().alreadyMade === true)).toHaveLength(49);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test('[PAY-6] fifty tabs at once that saw the same balance make one charge; the others get a reason', async () => {
    const payer = await portal.buildPayer({ processor });
    const responses = await payFiftyTimes(payer, (index) => `tab-${index}`, { seenBalance: 84.99 });
    const codes = responses.map((response) => response.json().code ?? response.json().status);
    expect(codes.filter((code) => code === 'COMPLETED')).toHaveLength(1);
    const why = ['payments.in-progress', 'payments.balance-changed', 'COMPLETED'];
    expect(codes.filter((code) => !why.includes(code))).toEqual([]);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await paymentsOf(portal, payer)).toHaveLength(1);
  });

  test('[PAY-6] a charge whose response was lost reads PENDING, is reconciled, and is not repeated', async () => {
    const payer = await portal.buildPayer({ processor });
    await portal.sandbox.control({ processor, mode: 'lose-answers' });
    const lost = (await portal.pay(payer, {}, 'lost')).json();
    expect(lost).toMatchObject({ id: expect.any(String), status: 'PENDING', trasaction_id: null });
    expect((await portal.pay(payer, {}, 'lost')).json()).toMatchObject({ id: lost.id, status: 'PENDING' });
    await portal.sandbox.reset();
    await portal.passTime(minute);
    await portal.reconcile();
    const [charge, ...others] = await portal.chargesOf(payer);
    expect(others).toEqual([]);
    expect((await portal.pay(payer, {}, 'lost')).json()).toMatchObject({
      id: lost.id,
      status: 'COMPLETED',
      trasaction_id: charge?.id,
    });
    expect(await portal.balanceCents(payer)).toBe(0);
  });

  test('[PAY-6] a charge that never reached the processor is reconciled, reported as failed, and never sent later', async () => {
    const payer = await portal.buildPayer({ processor, token: 'visa-4242-unsent' });
    const { id } = (await portal.pay(payer, {}, 'swallowed')).json();
    await portal.passTime(minute);
    await portal.reconcile();
    expect((await portal.pay(payer, {}, 'swallowed')).json()).toMatchObject({ id, status: 'PENDING' });
    await portal.passTime(minute);
    await portal.reconcile();
    const failed = { id, status: 'PROCESSING_ERROR' };
    expect((await portal.pay(payer, {}, 'swallowed')).json()).toMatchObject(failed);
    expect(await portal.chargesOf(payer)).toEqual([]);
    expect(await portal.balanceCents(payer)).toBe(8_499);
  });

  test('[PAY-6] a charge that appears after its payment failed goes to manual review', async () => {
    const payer = await portal.buildPayer({ processor, token: 'visa-4242-unsent' });
    const { id } = (await portal.pay(payer, {}, 'late')).json();
    await portal.passTime(3 * minute);
    await portal.reconcile();
    await chargeBehindOurBack(portal, payer);
    await portal.passTime(61 * minute);
    await portal.reconcile();
    expect(await readRow(portal.db, 'payment', { id })).toMatchObject({
      state: 'PROCESSING_ERROR',
      manual_review_reason: expect.stringContaining('charged after all'),
    });
  });
});

test('[PAY-6] an unknown payment stops blocking the next one once its processor can be reached', async () => {
  const payer = await portal.buildPayer();
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  const first = (await portal.pay(payer, { amount: 20 }, 'first')).json();
  await portal.sandbox.control({ processor: 'orbital', mode: 'down' });
  const blocked = await portal.pay(payer, { amount: 30 }, 'second');
  expect(blocked.statusCode).toBe(409);
  expect(blocked.json().code).toBe('payments.in-progress');
  await portal.sandbox.reset();
  await portal.passTime(10_000);
  expect((await portal.pay(payer, { amount: 30 }, 'second')).json().status).toBe('COMPLETED');
  expect((await portal.pay(payer, { amount: 20 }, 'first')).json()).toMatchObject({
    id: first.id,
    status: 'COMPLETED',
  });
  expect(await portal.balanceCents(payer)).toBe(8_499 - 5_000);
});

test('[PAY-6] a key belongs to its first request for 24 hours', async () => {
  const payer = await portal.buildPayer();
  const { id } = (await portal.pay(payer, { amount: 20 }, 'mine')).json();
  const other = await portal.pay(payer, { amount: 21 }, 'mine');
  expect(other.statusCode).toBe(409);
  expect(other.json().code).toBe('payments.key-reused');
  await portal.passTime(23 * 60 * minute);
  const again = { ...payer, accessToken: await portal.signIn(payer.emailAddress) };
  expect((await portal.pay(again, { amount: 20 }, 'mine')).json().id).toBe(id);
  await portal.passTime(2 * 60 * minute);
  const later = { ...payer, accessToken: await portal.signIn(payer.emailAddress) };
  const made = (await portal.pay(later, { amount: 20 }, 'mine')).json();
  expect(made.status).toBe('COMPLETED');
  expect(made.id).not.toBe(id);
});

test('[PAY-6] the charge of a payment is kept as one attempt, with its outcome and its end', async () => {
  const payer = await portal.buildPayer();
  const { id } = (await portal.pay(payer, { amount: 20 }, 'kept')).json();
  const times = { started_at: expect.any(Date), finished_at: expect.any(Date) };
  expect(await readRows(portal.db, 'payment_attempt', { payment_id: id })).toMatchObject([
    { number: 1, kind: 'charge', outcome: 'approved', ...times },
  ]);
});

test('[PAY-6] the same key of another login is another key', async () => {
  const [one, other] = [await portal.buildPayer(), await portal.buildPayer()];
  const first = (await portal.pay(one, {}, 'shared')).json();
  const second = (await portal.pay(other, {}, 'shared')).json();
  expect(first.status).toBe('COMPLETED');
  expect(second.status).toBe('COMPLETED');
  expect(first.id).not.toBe(second.id);
});

test('[PAY-6] without a key the same payment within ten minutes is a duplicate; "pay again" makes a new one', async () => {
  const payer = await portal.buildPayer();
  const { id } = (await portal.pay(payer, { amount: 20 })).json();
  await portal.passTime(9 * minute);
  expect((await portal.pay(payer, { amount: 20 })).json()).toMatchObject({ id, alreadyMade: true });
  expect((await portal.pay(payer, { amount: 20.01 })).json().id).not.toBe(id);
  expect((await portal.pay(payer, { amount: 20 }, 'pay-again')).json().id).not.toBe(id);
  await portal.passTime(11 * minute);
  expect((await portal.pay(payer, { amount: 20 })).json()).not.toHaveProperty('alreadyMade');
});

test('[PAY-6] refuses a payment that saw the balance before another payment, whatever its method', async () => {
  const payer = await portal.buildPayer({ kind: 'bank' });
  const consents = [{ kind: 'bank-debit', textVersion: '1', language: 'en' }];
  expect((await portal.pay(payer, { seenBalance: 84.99, consents }, 'bank')).json().status).toBe('PENDING');
  const stale = await portal.pay(payer, { seenBalance: 84.99, consents }, 'again');
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ code: 'payments.balance-changed' });
  const credit = await portal.pay(payer, { amount: 5, seenBalance: 0, consents }, 'credit');
  expect(credit.json().status).toBe('PENDING');
});

test('[API-11] ignores unknown fields of the method, however deep, and does not hash them', async () => {
  const payer = await portal.buildPayer();
  const bodyWith = (extra: string) =>
    `{"amount":84.99,"payment_method":{"token":"${payer.methodId}","extra":${extra}},"billing_account_id":"${payer.account.id}","paymentType":"onetime"}`;
  const send = (extra: string) =>
    portal.post('/payments/make-payment', bodyWith(extra), payer.accessToken, { 'idempotency-key': 'deep' });
  const first = await send(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const again = await send('"something else"');
  expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
  expect(again.json().id).toBe(first.json().id);
  expect(await portal.chargesOf(payer)).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { buildPlanned } from '../../testing/autopay.ts';
import { bankAccount, buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { changeRows, insertRow, readRow } from '../../testing/rows.ts';
import { listAudit, listConsents, listMails } from '../../testing/traces.ts';

// The tests start on Nov 24, 2026. The payers' bills are due on Nov 26.
const today = '2026-11-24';
const tomorrow = '2026-11-25';
const dueDate = '2026-11-26';
const dated = { kind: 'bank-debit', textVersion: '2', language: 'en' };

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: '5000' }));
afterEach(async () => {
  await portal.sandbox.reset();
  expect(await portal.brokenChecks()).toEqual([]);
});

/** A payer who planned a payment for tomorrow, and its id. */
async function buildPlan(fields: Record<string, unknown> = {}): Promise<{ payer: Payer; id: string }> {
  const payer = await portal.buildPayer();
  const { id } = (await portal.pay(payer, { payment_date: tomorrow, ...fields })).json();
  return { payer, id };
}

const change = (payer: Payer, id: string, fields: Record<string, unknown> = {}) =>
  portal.post(
    '/payments/planned/change',
    { id, payment_date: dueDate, payment_method: payer.methodId, ...fields },
    payer.accessToken,
  );
const cancel = (payer: Payer, id: string) =>
  portal.post('/payments/planned/cancel', { id }, payer.accessToken);
const listed = async (payer: Payer) =>
  (await portal.get('/payments/planned', { billing_account_id: payer.account.id }, payer.accessToken)).json();
const paymentOf = (id: string) => readRow(portal.db, 'payment', { id });
const charge = () => runJobs(portal, 'payments.charge-planned');
const addCard = (payer: Payer, values: Record<string, unknown> = {}) =>
  buildMethod(portal.portal, payer.account, {
    token: `mc-5454-n${payer.account.accountNumber}`,
    method: {
      processor: 'transafe',
      card_type: 'MASTERCARD',
      last_four: '5454',
      is_default: false,
      ...values,
    },
  });

test('[PAY-12] another day and method: told once, in history and mail, and charged so', async () => {
  const { payer, id } = await buildPlan();
  const { id: methodId } = await addCard(payer);
  const changed = await change(payer, id, { payment_method: methodId });
  expect(changed.json()).toMatchObject({
    id,
    planned_for: dueDate,
    amount: 84.99,
    payment_method: { token: methodId, last_four: '5454', card_type: 'MASTERCARD' },
    can_change: true,
  });
  expect(await listed(payer)).toEqual([changed.json()]);
  expect((await change(payer, id, { payment_method: methodId })).json()).toEqual(changed.json());
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-changed']);
  const [, mail] = await listMails(portal, payer);
  expect(mail?.payload).toMatchObject({ day: dueDate, lastFour: '5454', amountCents: 8_499 });
  const [, entry] = await listAudit(portal, payer);
  expect(entry).toMatchObject({
    action: 'payments.plan-changed',
    actor: `login:${payer.loginId}`,
    detail: {
      paymentId: id,
      amountCents: 8_499,
      plannedFor: dueDate,
      methodId,
      before: [tomorrow, payer.methodId],
    },
    client_address: '127.0.0.1',
  });
  await changeRows(portal.db, 'payment', { id }, { planned_for: today });
  await charge();
  expect(await paymentOf(id)).toMatchObject({ state: 'COMPLETED', processor: 'transafe', last_four: '5454' });
  expect(await portal.chargesOf(payer)).toMatchObject([{ processor: 'transafe', amountCents: 8_499 }]);
});

test('[PAY-12] every change has its own mail', async () => {
  const { payer, id } = await buildPlan();
  for (const payment_date of [dueDate, tomorrow, dueDate])
    expect((await change(payer, id, { payment_date })).json()).toMatchObject({ planned_for: payment_date });
  const mails = await portal.mailsOf(payer);
  expect(mails.filter((name) => name === 'payment-changed')).toHaveLength(3);
});

test('[PAY-12] it is charged no sooner than on its new day', async () => {
  const { payer, id } = await buildPlanned(portal);
  expect((await change(payer, id)).statusCode).toBe(200);
  await charge();
  expect(await paymentOf(id)).toMatchObject({ state: 'PLANNED', planned_for: dueDate });
  expect(await portal.chargesOf(payer)).toEqual([]);
});

test('[PAY-12, CONSENT-1] a bank account needs the authorization that names its day, which is kept; a card needs none', async () => {
  const { payer, id } = await buildPlan();
  const bank = await buildMethod(portal.portal, payer.account, {
    token: `bank-6789-n${payer.account.accountNumber}`,
    method: { ...bankAccount, is_default: false },
  });
  const toBank = (consents?: object[]) => change(payer, id, { payment_method: bank.id, consents });
  for (const [consents, code] of [
    [undefined, 'required'],
    [[{ ...dated, textVersion: '1' }], 'invalid'],
  ] as const)
    expect((await toBank(consents && [...consents])).json().errors).toEqual([{ field: 'consents', code }]);
  expect(await paymentOf(id)).toMatchObject({ planned_for: tomorrow, consent_id: null });
  expect(await listConsents(portal, payer)).toEqual([]);
  expect((await toBank([dated])).statusCode).toBe(200);
  const [kept, ...more] = await listConsents(portal, payer);
  expect(more).toEqual([]);
  expect(kept?.agreed_text).toContain('to debit up to $84.99 once from my bank account on Nov 26, 2026.');
  expect(await paymentOf(id)).toMatchObject({ consent_id: kept?.id, method_type: 'custom' });
  expect((await change(payer, id)).statusCode).toBe(200);
  expect(await paymentOf(id)).toMatchObject({ consent_id: null, payment_method_id: payer.methodId });
});

test.each([
  ['yesterday', { payment_date: '2026-11-23' }, 'payment_date', 'too-small'],
  ['after the due date', { payment_date: '2026-11-27' }, 'payment_date', 'too-large'],
  ['no day', { payment_date: 'soon' }, 'payment_date', 'invalid'],
  ['somebody else’s method', { payment_method: 'other' }, 'payment_method', 'unknown'],
  ['another consent', { consents: [{ ...dated, kind: 'paperless' }] }, 'consents.0.kind', 'unexpected'],
])('[PAY-12, API-25] %s is refused at its field, and nothing changes', async (_what, fields, field, code) => {
  const { payer, id } = await buildPlan();
  const refused = await change(payer, id, fields);
  expect(refused.statusCode).toBeGreaterThanOrEqual(400);
  expect(refused.json().errors).toEqual([{ field, code }]);
  expect(await paymentOf(id)).toMatchObject({ planned_for: tomorrow, payment_method_id: payer.methodId });
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned']);
});

test('[PAY-12] the day of a card is the one on which it is charged', async () => {
  const { payer, id } = await buildPlan();
  const { id: methodId } = await addCard(payer, { expires_on: tomorrow });
  const refused = await change(payer, id, { payment_method: methodId });
  expect(refused.json()).toMatchObject({
    code: 'payments.method-not-usable',
    errors: [{ field: 'payment_method', code: 'expired' }],
  });
  const sooner = { payment_method: methodId, payment_date: tomorrow };
  expect((await change(payer, id, sooner)).statusCode).toBe(200);
});

test('[PAY-12] its own day stays possible where the due date came closer', async () => {
  const { payer, id } = await buildPlan({ payment_date: dueDate });
  await changeRows(portal.db, 'invoice', { account_id: payer.account.id }, { due_on: tomorrow });
  const { id: methodId } = await addCard(payer);
  expect((await change(payer, id, { payment_method: methodId })).statusCode).toBe(200);
  expect((await change(payer, id, { payment_date: '2026-11-27' })).statusCode).toBe(400);
});

test('[PAY-12, API-25] somebody else’s payment, or one that was never planned, is not found', async () => {
  const { payer, id } = await buildPlan();
  const other = await portal.buildPayer();
  expect((await change(other, id, { payment_method: payer.methodId })).statusCode).toBe(404);
  const made = (await portal.pay(other)).json();
  expect((await change(other, made.id)).statusCode).toBe(404);
  expect((await change({ ...payer, accessToken: 'none' }, id)).statusCode).toBe(401);
  expect(await paymentOf(id)).toMatchObject({ planned_for: tomorrow });
});

test('[PAY-12] once it is charged or canceled nothing changes: 409', async () => {
  const { payer, id } = await buildPlanned(portal);
  await charge();
  const { id: cancelledId, payer: canceller } = await buildPlan();
  await cancel(canceller, cancelledId);
  for (const [refused, code] of [
    [await change(payer, id), 'payments.already-charged'],
    [await change(canceller, cancelledId), 'payments.cancelled'],
  ] as const)
    expect([refused.statusCode, refused.json().code]).toEqual([409, code]);
  expect(await paymentOf(id)).toMatchObject({ state: 'COMPLETED', planned_for: today });
  expect(await portal.mailsOf(payer)).toEqual(['payment-planned', 'payment-made']);
});

const sent = { charge_number: 1, processor_reference: '1000000000000001' };
const isOfAutopay = { is_recurring: true, login_id: null };
test.each([
  ['was tried with a number', (id: string) => changePayment(id, sent)],
  ['is autopay’s, which waits for its processor', (id: string) => changePayment(id, isOfAutopay)],
  ['has to turn autopay on with its method', holdForAutopay],
  ['was brought back by a restore', holdByNotice],
] as const)('[PAY-12] one that %s is not changed, can be canceled, and says so', async (_what, hold) => {
  const { payer, id } = await buildPlan();
  await hold(id);
  expect(await listed(payer)).toMatchObject([{ id, can_change: false }]);
  const refused = await change(payer, id);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payments.not-changeable']);
  expect(await paymentOf(id)).toMatchObject({ state: 'PLANNED', planned_for: tomorrow });
  expect((await cancel(payer, id)).statusCode).toBe(200);
});

const changePayment = (id: string, values: Parameters<typeof changeRows<'payment'>>[3]) =>
  changeRows(portal.db, 'payment', { id }, values);

async function holdForAutopay(id: string): Promise<void> {
  const { account_id } = await paymentOf(id);
  const consent = { id: randomUUID(), kind: 'autopay', text_version: '1', language: 'en' } as const;
  const agreed = { agreed_text: 'I agree', agreed_at: portal.clock.now(), client_address: '127.0.0.1' };
  await insertRow(portal.db, 'consent', { account_id, ...consent, ...agreed });
  await changePayment(id, { autopay_consent_id: consent.id });
}

async function holdByNotice(id: string): Promise<void> {
  const { account_id } = await paymentOf(id);
  const notice = { agreement_id: id, kind: 'planned', planned_for: tomorrow, notice_days: 3 } as const;
  await insertRow(portal.db, 'charge_notice', { account_id, created_at: portal.clock.now(), ...notice });
}

test('[PAY-12] one that was tried, and never sent, can be changed', async () => {
  const { payer, id } = await buildPlanned(portal);
  await changePayment(id, { promised_cents: 8_499 });
  expect((await change(payer, id)).statusCode).toBe(200);
});

test('[PAY-6, PAY-12] of a change, a cancellation, and the charge at once, each is told as it happened', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const { payer, id } = await buildPlanned(portal);
    const [changed, cancelled] = await Promise.all([change(payer, id), cancel(payer, id), charge()]);
    const { state, planned_for } = await paymentOf(id);
    outcomes.add(state);
    const charges = await portal.chargesOf(payer);
    const mails = (await portal.mailsOf(payer)).slice(1);
    const isMoved = planned_for === dueDate;
    expect(changed.statusCode).toBe(isMoved ? 200 : 409);
    expect(cancelled.statusCode).toBe(state === 'CANCELLED' ? 200 : 409);
    expect(charges).toHaveLength(state === 'COMPLETED' ? 1 : 0);
    expect(mails).toEqual([
      ...(isMoved ? ['payment-changed'] : []),
      state === 'COMPLETED' ? 'payment-made' : 'payment-cancelled',
    ]);
  }
  expect([...outcomes].every((state) => ['COMPLETED', 'CANCELLED'].includes(state))).toBe(true);
});

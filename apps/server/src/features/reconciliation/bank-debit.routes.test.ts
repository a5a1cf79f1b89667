import { describe, expect, test } from 'vitest';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { readRow, readRows } from '../../testing/rows.ts';
import { listConsents } from '../../testing/traces.ts';
import { recordResult } from '../payment-state/outcome.service.ts';

const day = 86_400_000;
const debit = { kind: 'bank-debit', textVersion: '1', language: 'en' };
const consents = [debit];

const portal = payingPortalForFile({ SESSION_IDLE_SECONDS: '86400' });

async function history(payer: Payer) {
  const token = await portal.signIn(payer.emailAddress);
  return (await portal.get('/payments', { billing_account_id: payer.account.id }, token)).json().result;
}

describe('the consent', () => {
  test.each([
    ['none', undefined, 'consents', 'required'],
    ['one in an unknown language', { language: 'fr' }, 'consents.0.language', 'invalid'],
    ['one with an unknown text', { textVersion: '9' }, 'consents.0.textVersion', 'invalid'],
  ])('[CONSENT-1] %s: no debit is made', async (_what, given, field, code) => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    const response = await portal.pay(payer, { consents: given && [{ ...debit, ...given }] });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'request.invalid', errors: [{ field, code }] });
    expect(await portal.chargesOf(payer)).toEqual([]);
  });

  test.each([
    ['en', 'to debit $84.99 once from my bank account.'],
    ['es', 'a debitar $84.99 una sola vez de mi cuenta bancaria.'],
  ] as const)(
    '[CONSENT-1] what was agreed to in %s is kept word by word, with time and address',
    async (language, words) => {
      const payer = await portal.buildPayer({ kind: 'bank' });
      const { id } = (await portal.pay(payer, { consents: [{ ...debit, language }] })).json();
      const { consent_id } = await readRow(portal.db, 'payment', { id });
      const kept = await readRow(portal.db, 'consent', { id: consent_id ?? '' });
      expect(kept).toMatchObject({
        kind: 'bank-debit',
        text_version: '1',
        language,
        client_address: '127.0.0.1',
        login_id: payer.loginId,
        agreed_at: portal.clock.now(),
      });
      expect(kept.agreed_text).toContain(`${portal.portal.config.brand.name} ${words}`);
    },
  );

  test('[CONSENT-1] other kinds are refused at their field, and the newest text is kept, too', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    const given = { kind: 'bank-debit', textVersion: '2', language: 'es' };
    const paperless = { kind: 'paperless', textVersion: '1', language: 'es' };
    const refused = await portal.pay(payer, { consents: [given, paperless] });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ field: 'consents.1.kind', code: 'unexpected' }],
    ]);
    expect((await portal.pay(payer, { consents: [given] })).statusCode).toBe(200);
    const kept = await listConsents(portal, payer);
    expect(kept).toMatchObject([{ kind: 'bank-debit', text_version: '2' }]);
    expect(kept[0]?.agreed_text).toContain('el monto se debe de nuevo');
  });
});

describe('from debit to settlement', () => {
  test('[API-11, PAY-4] is pending first, lowers the amount due, and is booked when it settles', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    const made = (await portal.pay(payer, { consents })).json();
    expect(made).toMatchObject({
      status: 'PENDING',
      payment_method: { card_type: 'ACH', last_four: '6789' },
    });
    expect(await portal.balanceCents(payer)).toBe(8_499);
    await portal.passTime(day);
    await portal.reconcile();
    expect((await history(payer))[0].status).toBe('PENDING');
    await portal.passTime(3 * day);
    await portal.reconcile();
    expect((await history(payer))[0]).toMatchObject({ id: made.id, status: 'COMPLETED' });
    expect(await portal.balanceCents(payer)).toBe(0);
    expect(await portal.mailsOf(payer)).toEqual(['payment-pending', 'payment-made']);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test('[API-8] returned before it settles: the amount is due again, and the customer gets a mail', async () => {
    const payer = await portal.buildPayer({ kind: 'bank', token: 'bank-6789-returned' });
    await portal.pay(payer, { consents });
    await portal.passTime(2.5 * day);
    await portal.reconcile();
    expect((await history(payer))[0].status).toBe('RETURNED');
    expect(await portal.balanceCents(payer)).toBe(8_499);
    expect(await portal.mailsOf(payer)).toEqual(['payment-pending', 'payment-returned']);
  });

  test('[API-8] returned after it settled: the booking is reversed and the bill is open again', async () => {
    const payer = await portal.buildPayer({ kind: 'bank', token: 'bank-6789-revoked' });
    const { id } = (await portal.pay(payer, { consents })).json();
    await portal.passTime(4 * day);
    await portal.reconcile();
    expect(await portal.balanceCents(payer)).toBe(0);
    for (let week = 0; week < 4; week += 1) {
      await portal.passTime(7 * day);
      await portal.reconcile();
    }
    expect((await history(payer))[0]).toMatchObject({ id, status: 'RETURNED' });
    expect(await portal.balanceCents(payer)).toBe(8_499);
    const token = await portal.signIn(payer.emailAddress);
    const bills = await portal.get('/invoices/all', { billing_account_id: payer.account.id }, token);
    expect(bills.json().result[0]).toMatchObject({ status: 'OPEN', paid_date: null, amount_to_pay: 84.99 });
    expect((await portal.get('/payments/receipt', { id }, token)).json()).toMatchObject({
      applied_to: [],
      credit: 0,
    });
    expect(await readRows(portal.db, 'ledger_posting', { payment_id: id }, 'posted_at')).toMatchObject([
      { event_key: `payment:${id}`, debit: 'cash', credit: 'receivable', amount_cents: 8_499 },
      { event_key: `payment-return:${id}`, debit: 'receivable', credit: 'cash', amount_cents: 8_499 },
    ]);
  });

  test('[PAY-6] returned with another amount, what is booked is reversed, and a person looks at it', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    const { id } = (await portal.pay(payer, { consents })).json();
    await portal.passTime(4 * day);
    await portal.reconcile();
    const returned = { outcome: 'returned', reason: 'returned', text: 'R02' } as const;
    const result = { ...returned, transaction: '1', amountCents: 8_400 };
    const startedAt = portal.clock.now();
    const attempt = { kind: 'inquiry', startedAt, outcome: 'returned', detail: 'R02' } as const;
    const key = { accountId: payer.account.id, id };
    await recordResult(portal.portal, key, { result, attempt, actor: 'system' });
    expect(await portal.balanceCents(payer)).toBe(8_499);
    expect(await readRow(portal.db, 'payment', { id })).toMatchObject({
      amount_cents: 8_499,
      manual_review_reason: 'requested $84.99, the processor booked $84.00',
    });
  });

  test('[PAY-6] a debit whose response was lost is reconciled and pending, once', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
    await portal.pay(payer, { consents });
    await portal.sandbox.reset();
    await portal.passTime(60_000);
    await portal.reconcile();
    expect((await history(payer))[0]).toMatchObject({ status: 'PENDING', trasaction_id: expect.any(String) });
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });

  test('[PAY-6] a debit returned before its result was known is recorded as returned', async () => {
    const payer = await portal.buildPayer({ kind: 'bank', token: 'bank-6789-returned' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'lose-answers' });
    await portal.pay(payer, { consents });
    await portal.sandbox.reset();
    await portal.passTime(3 * day);
    await portal.reconcile();
    expect((await history(payer))[0].status).toBe('RETURNED');
  });
});

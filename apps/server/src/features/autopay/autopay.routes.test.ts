import { describe, expect, test } from 'vitest';
import { dashboardOf } from '../../testing/autopay.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { listAudit, listConsents, listMails } from '../../testing/traces.ts';

const portal = payingPortalForFile();

const consents = [{ kind: 'autopay', textVersion: '1', language: 'en' }];

function set(payer: Payer, fields: Record<string, unknown> = {}, language = 'en') {
  const body = {
    accountNumber: payer.account.accountNumber,
    enableAutopay: true,
    paymentMethodID: payer.methodId,
    consents,
    ...fields,
  };
  return portal.post('/customer/account/autopay', body, payer.accessToken, { 'accept-language': language });
}
const off = (payer: Payer) =>
  set(payer, { enableAutopay: false, paymentMethodID: undefined, consents: undefined });

async function enrollments({ account }: Payer) {
  const rows = await readRows(portal.db, 'autopay_enrollment', { account_id: account.id }, 'enrolled_at');
  return rows.map((row) => ({
    methodId: row.payment_method_id,
    endedAt: row.ended_at,
    enrolledOn: row.enrolled_on,
  }));
}
const home = (payer: Payer) => dashboardOf(portal, payer);

describe('turning autopay on', () => {
  test('[API-15, AUTOPAY-1] makes the method the default, keeps the consent, and sends a mail', async () => {
    const payer = await portal.buildPayer({ bills: [5_000, 8_499] });
    const { id } = await buildMethod(portal.portal, payer.account, { method: { is_default: false } });
    const response = await set(payer, { paymentMethodID: id });
    expect([response.statusCode, response.json()]).toEqual([200, { statusCode: '00' }]);
    expect(await enrollments(payer)).toEqual([{ methodId: id, endedAt: null, enrolledOn: '2026-11-24' }]);
    const query = { billing_account_id: payer.account.id };
    const saved = (await portal.get('/payments/recurring-payments', query, payer.accessToken)).json();
    expect(saved).toMatchObject([
      { id, auto_payment: true, used_by: ['autopay'] },
      { id: payer.methodId, auto_payment: false, used_by: [] },
    ]);
    expect(await home(payer)).toMatchObject({
      isAutoPayEnabled: true,
      autopay: { has_consent: true, problem: null },
      firstCharge: null,
    });
    expect(await listAudit(portal, payer)).toMatchObject([
      { action: 'autopay.on', actor: `login:${payer.loginId}`, client_address: '127.0.0.1' },
    ]);
    expect(await listMails(portal, payer)).toMatchObject([
      { template: 'autopay-on', payload: { day: '2026-11-26', amountCents: 13_499, pastDueCents: 5_000 } },
    ]);
  });

  test('[CONSENT-1] the text agreed to can be downloaded, until autopay is off', async () => {
    const payer = await portal.buildPayer();
    await set(payer);
    const query = { AccountNumber: payer.account.accountNumber };
    const download = () => portal.get('/customer/account/autopay/consent', query, payer.accessToken);
    const kept = await download();
    expect(kept.headers['content-disposition']).toBe('attachment; filename="autopay.txt"');
    expect(kept.body).toContain(`I authorize ${portal.portal.config.brand.name} to charge`);
    expect(kept.body).toContain('2026-11-24T17:00:00.000Z (1, en)');
    await off(payer);
    expect((await download()).statusCode).toBe(404);
  });

  test('[API-15] pressed twice, is one enrollment and one mail', async () => {
    const payer = await portal.buildPayer();
    const replies = await Promise.all([set(payer), set(payer), set(payer)]);
    expect(replies.map((reply) => reply.json().statusCode)).toEqual(['00', '00', '00']);
    expect(await enrollments(payer)).toHaveLength(1);
    expect(await portal.mailsOf(payer)).toHaveLength(1);
  });

  test('[API-15] with another method keeps the day on which autopay began', async () => {
    const payer = await portal.buildPayer();
    await set(payer);
    const enrollment = { account_id: payer.account.id };
    await changeRows(portal.db, 'autopay_enrollment', enrollment, { enrolled_on: '2026-10-01' });
    const { id } = await buildMethod(portal.portal, payer.account, { method: { is_default: false } });
    await set(payer, { paymentMethodID: id });
    expect(await enrollments(payer)).toEqual([
      { methodId: payer.methodId, endedAt: portal.clock.now(), enrolledOn: '2026-10-01' },
      { methodId: id, endedAt: null, enrolledOn: '2026-10-01' },
    ]);
  });
});

describe('what is refused', () => {
  test.each([
    [
      'removed',
      { valid_to: new Date(0) },
      '01',
      'This payment method was removed.',
      'Este método de pago fue eliminado.',
    ],
    ['expired', { expires_on: '2026-10-31' }, '02', 'This card has expired.', 'Esta tarjeta venció.'],
    [
      'not taken',
      { method_type: 'tokenized-bank', card_type: 'CHECK' },
      '03',
      'Autopay cannot charge this payment method.',
      'El pago automático no puede cobrar con este método de pago.',
    ],
  ] as const)(
    '[API-15] a method that is %s, in words',
    async (_what, method, statusCode, english, spanish) => {
      const payer = await portal.buildPayer();
      const { id } = await buildMethod(portal.portal, payer.account, {
        method: { is_default: false, ...method },
      });
      for (const [language, words] of Object.entries({ en: english, es: spanish })) {
        const answer = await set(payer, { paymentMethodID: id }, language);
        const statusDescription = expect.stringContaining(words);
        expect([answer.statusCode, answer.json()]).toEqual([200, { statusCode, statusDescription }]);
      }
      expect(await enrollments(payer)).toEqual([]);
      expect(await portal.mailsOf(payer)).toEqual([]);
    },
  );

  test('[API-15] a closed account', async () => {
    const payer = await portal.buildPayer();
    await changeRows(portal.db, 'account', { id: payer.account.id }, { status: 'INACTIVE' });
    expect((await set(payer)).json().statusCode).toBe('05');
  });

  test.each([undefined, []])(
    '[API-15, CONSENT-1] without a consent (%j), in words, and nothing changes',
    async (none) => {
      const payer = await portal.buildPayer();
      const words = {
        en: 'Autopay needs your authorization.',
        es: 'El pago automático necesita su autorización.',
      };
      for (const [language, text] of Object.entries(words)) {
        const answer = await set(payer, { consents: none }, language);
        const statusDescription = expect.stringContaining(text);
        expect([answer.statusCode, answer.json()]).toEqual([200, { statusCode: '07', statusDescription }]);
      }
      expect(await enrollments(payer)).toEqual([]);
      expect(await listConsents(portal, payer)).toEqual([]);
      expect(await portal.mailsOf(payer)).toEqual([]);
    },
  );

  test('[API-15] what is wrong with the method is said before a consent that is missing', async () => {
    const payer = await portal.buildPayer();
    const method = { is_default: false, expires_on: '2026-10-31' };
    const { id } = await buildMethod(portal.portal, payer.account, { method });
    expect((await set(payer, { paymentMethodID: id, consents: undefined })).json().statusCode).toBe('02');
  });

  test.each([
    [
      { consents: [{ kind: 'paperless', textVersion: '1', language: 'en' }] },
      'consents.0.kind',
      'unexpected',
    ],
    [{ paymentMethodID: undefined }, 'paymentMethodID', 'required'],
  ])('[CONSENT-1] %j', async (fields, field, code) => {
    const payer = await portal.buildPayer();
    expect((await set(payer, fields)).json()).toMatchObject({ status: 400, errors: [{ field, code }] });
    expect(await enrollments(payer)).toEqual([]);
  });
});

describe('turning autopay off', () => {
  test('[API-15, AUTOPAY-2] ends it with a mail; the method stays the default', async () => {
    const payer = await portal.buildPayer();
    await set(payer);
    expect((await off(payer)).json()).toEqual({ statusCode: '00' });
    expect((await off(payer)).json()).toEqual({ statusCode: '00' });
    expect(await enrollments(payer)).toMatchObject([{ endedAt: portal.clock.now() }]);
    expect(await portal.mailsOf(payer)).toEqual(['autopay-on', 'autopay-off']);
    expect(await home(payer)).toMatchObject({ isAutoPayEnabled: false, autopay: null, nextCharge: null });
  });
});

import type { BillType } from '@myaccount/contract/accounts';
import { expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildCustomer, type Customer, readHome } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRow } from '../../testing/rows.ts';
import { listAudit, listConsents } from '../../testing/traces.ts';

const portal = forFile(() => startTestPortal());

const consent = { kind: 'paperless', textVersion: '1', language: 'es' };

const customer = async (billType: BillType) =>
  buildCustomer(portal, { account: await buildAccount(portal.db, { account: { bill_type: billType } }) });

const choose = ({ account, token }: Customer, enableeBill: unknown, more: object = {}) => {
  const body = { accountNumber: account.accountNumber, enableeBill, ...more };
  return portal.post('/customer/account/ebill', body, token);
};

const stored = async (login: Customer) => ({
  billType: (await readRow(portal.db, 'account', { id: login.account.id })).bill_type,
  consents: await listConsents(portal, login),
  audited: await listAudit(portal, login),
});

test.each([
  ['PAPER', true, 'EMAIL', '00'],
  ['PAPER_EMAIL', true, 'EMAIL', '00'],
  ['NONE', true, 'EMAIL', '00'],
  ['PAPER_EMAIL', false, 'PAPER', '00'],
  ['NONE', false, 'PAPER', '00'],
] as const)('[API-16, EBILL-1] %s with enableeBill %s becomes %s', async (from, enable, to, statusCode) => {
  const login = await customer(from);
  const response = await choose(login, enable);
  expect([response.statusCode, response.json()]).toEqual([200, { statusCode }]);
  const { billType, audited } = await stored(login);
  expect(billType).toBe(to);
  expect(audited).toMatchObject([
    {
      action: 'paperless.changed',
      actor: `login:${login.loginId}`,
      detail: { from, to, consentId: null },
      client_address: '127.0.0.1',
    },
  ]);
});

test('[API-16, EBILL-1] from EMAIL there is no way back to paper here: 02, and nothing changes', async () => {
  const login = await customer('EMAIL');
  const response = await choose(login, false);
  expect([response.statusCode, response.json()]).toEqual([200, { statusCode: '02' }]);
  expect(await stored(login)).toEqual({ billType: 'EMAIL', consents: [], audited: [] });
});

test('[API-16] what is chosen already answers 00, and leaves no second consent', async () => {
  const login = await customer('PAPER');
  for (let press = 0; press < 2; press += 1) {
    const response = await choose(login, true, { consents: [consent] });
    expect(response.json()).toEqual({ statusCode: '00' });
  }
  const { consents, audited } = await stored(login);
  expect([consents.length, audited.length]).toEqual([1, 1]);
});

test('[API-16] of two presses at once one changes it', async () => {
  const login = await customer('PAPER');
  const press = () => choose(login, true, { consents: [consent] });
  const responses = await Promise.all([press(), press(), press(), press()]);
  expect(responses.map((response) => response.json().statusCode)).toEqual(['00', '00', '00', '00']);
  expect((await stored(login)).audited).toHaveLength(1);
});

test('[CONSENT-1] the text about electronic bills is kept word by word, with the way to withdraw it', async () => {
  const login = await customer('PAPER');
  await choose(login, true, { consents: [consent] });
  const { consents, audited } = await stored(login);
  const { brand } = portal.portal.config;
  expect(consents).toMatchObject([
    { kind: 'paperless', text_version: '1', language: 'es', login_id: login.loginId },
  ]);
  expect(consents[0]?.agreed_text).toContain('retirar este consentimiento sin costo');
  expect(consents[0]?.agreed_text).toContain(`${brand.supportPhone} o escribir a ${brand.supportEmail}`);
  expect(audited[0]?.detail).toMatchObject({ consentId: consents[0]?.id });
});

test.each([
  ['enableeBill', 'true', {}, 'enableeBill'],
  ['enableeBill', undefined, {}, 'enableeBill'],
  ['a consent of another kind', true, { consents: [{ ...consent, kind: 'autopay' }] }, 'consents.0.kind'],
  ['a consent to paper', false, { consents: [consent] }, 'consents.0.kind'],
])(
  '[API-25] %s that is %j is refused at its field, and nothing changes',
  async (_what, enable, more, field) => {
    const login = await customer('PAPER');
    const response = await choose(login, enable, more);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toMatchObject([{ field }]);
    expect(await stored(login)).toEqual({ billType: 'PAPER', consents: [], audited: [] });
  },
);

test('[API-3, API-4] every page reads the new delivery at once', async () => {
  const login = await customer('PAPER_EMAIL');
  await choose(login, true);
  const { accountNumber } = login.account;
  const billing = await portal.get('/billing/gtv/account', { AccountNumber: accountNumber }, login.token);
  expect(billing.json()[0].bill_type).toBe('EMAIL');
  expect((await readHome(portal, login.account, login.token)).isEbillEnabled).toBe('EMAIL');
});

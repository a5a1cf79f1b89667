import type { BillType } from '@myaccount/contract/accounts';
import { expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

const portal = forFile(() => startTestPortal());

const consent = { kind: 'paperless', textVersion: '1', language: 'es' };

async function customer(billType: BillType): Promise<BuiltLogin & { token: string }> {
  const login = await buildLogin(portal.db);
  const update = portal.db.updateTable('account').set({ bill_type: billType });
  await update.where('id', '=', login.account.id).execute();
  return { ...login, token: await portal.signIn(login.emailAddress) };
}

const choose = (
  { account, token }: Awaited<ReturnType<typeof customer>>,
  enableeBill: unknown,
  more: object = {},
) =>
  portal.post(
    '/customer/account/ebill',
    { accountNumber: account.accountNumber, enableeBill, ...more },
    token,
  );

async function stored({ account }: BuiltLogin) {
  const of = <T extends 'consent' | 'audit_entry'>(table: T) =>
    portal.db
      .selectFrom(table as 'consent')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
  const row = await portal.db
    .selectFrom('account')
    .select('bill_type')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  return {
    billType: row.bill_type,
    consents: await of('consent'),
    audited: (await of('audit_entry')) as unknown as { action: string; detail: object; actor: string }[],
  };
}

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
  ['an unknown text', true, { consents: [{ ...consent, textVersion: '7' }] }, 'consents.0.textVersion'],
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
  const { accountNumber, customerNumber } = login.account;
  const billing = await portal.get('/billing/gtv/account', { AccountNumber: accountNumber }, login.token);
  expect(billing.json()[0].bill_type).toBe('EMAIL');
  const query = { AccountNumber: accountNumber, customerID: customerNumber };
  const home = await portal.get('/billing/gtv/billing-account/refresh', query, login.token);
  expect(home.json().isEbillEnabled).toBe('EMAIL');
});

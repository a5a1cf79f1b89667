import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { consentKinds } from '@myaccount/contract/consent';
import { expect, test } from 'vitest';
import { allowAccount, type BuiltLogin } from '../../testing/builders/login.ts';
import { buildCustomer, buildOther, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRow } from '../../testing/rows.ts';
import { recordConsents } from './consents.service.ts';

const portal = forFile(() => startTestPortal());

const customer = () => buildCustomer(portal);

/** Lets a login agree to a text in an account, by default a second after the one before, and returns the consent's id. */
async function agree(
  { account }: Pick<BuiltLogin, 'account'>,
  { loginId }: Pick<BuiltLogin, 'loginId'>,
  consent: Partial<AgreedConsent> = {},
  afterMs = 1_000,
): Promise<string> {
  portal.clock.advance(afterMs);
  const agreed: AgreedConsent = { kind: 'paperless', textVersion: '1', language: 'en', ...consent };
  const scope = {
    accountId: account.id,
    loginId,
    clientAddress: '203.0.113.77',
    at: portal.clock.now(),
    brand: portal.portal.config.brand,
    values: { amount: '$84.99' },
  };
  const ids = await portal.db.transaction().execute((trx) => recordConsents(trx, scope, [agreed]));
  return ids.get(agreed.kind) ?? '';
}

const list = ({ account }: Pick<Customer, 'account'>, token?: string, page: Record<string, number> = {}) =>
  portal.get('/customer/account/consents', { AccountNumber: account.accountNumber, ...page }, token);
const download = ({ account }: Pick<Customer, 'account'>, id: string, token?: string) =>
  portal.get('/customer/account/consent', { AccountNumber: account.accountNumber, id }, token);

test('[CONSENT-1] says what was agreed to, when, by whom, and from where, newest first', async () => {
  const login = await customer();
  const paperless = await agree(login, login);
  const first = portal.clock.now().toISOString();
  const debit = await agree(login, login, { kind: 'bank-debit', textVersion: '2', language: 'es' });
  const response = await list(login, login.token);
  const common = { by: { kind: 'you', name: null }, network: '203.0.113.x' };
  expect(response.json()).toEqual({
    totalCount: 2,
    totalPages: 1,
    result: [
      {
        ...common,
        id: debit,
        kind: 'bank-debit',
        textVersion: '2',
        language: 'es',
        agreedAt: portal.clock.now().toISOString(),
      },
      { ...common, id: paperless, kind: 'paperless', textVersion: '1', language: 'en', agreedAt: first },
    ],
  });
  expect(response.body).not.toContain('203.0.113.77');
});

test('[CONSENT-1] texts agreed to at the same moment keep their order from page to page', async () => {
  const login = await customer();
  const ids: string[] = [];
  for (const kind of ['autopay', 'paperless', 'texts'] as const)
    ids.unshift(await agree(login, login, { kind }, 0));
  const pages = [];
  for (const page_number of [1, 2, 3]) {
    const { result } = (await list(login, login.token, { page_number, page_size: 1 })).json();
    pages.push(...result.map(({ id }: { id: string }) => id));
  }
  expect(pages).toEqual(ids);
});

test.each(consentKinds)('[CONSENT-1] the words of %s are downloaded as they were agreed to', async (kind) => {
  const login = await customer();
  for (const language of ['en', 'es'] as const) {
    const id = await agree(login, login, { kind, language });
    const { agreed_text } = await readRow(portal.db, 'consent', { id });
    const file = await download(login, id, login.token);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toContain('text/plain');
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${kind}.txt"`);
    expect(file.body).toBe(`${agreed_text}\n\n${portal.clock.now().toISOString()} (1, ${language})\n`);
    expect(file.body).toMatch(language === 'es' ? /Autorizo|Acepto|Permito/ : /^I /);
  }
});

test('[CONSENT-1] a member reads what was agreed to, but not from where others came', async () => {
  const primary = await customer();
  const member = await buildOther(portal, primary.account, { givenName: 'Ben' });
  const first = await agree(primary, primary);
  await agree(primary, member, { kind: 'texts' });
  const read = async (token: string) => (await list(primary, token)).json().result;
  expect(await read(primary.token)).toMatchObject([
    { kind: 'texts', by: { kind: 'person', name: 'Ben' }, network: '203.0.113.x' },
    { kind: 'paperless', by: { kind: 'you', name: null }, network: '203.0.113.x' },
  ]);
  expect(await read(member.token)).toMatchObject([
    { kind: 'texts', by: { kind: 'you', name: null }, network: '203.0.113.x' },
    { kind: 'paperless', by: { kind: 'person', name: 'Ana' }, network: null },
  ]);
  expect((await download(primary, first, member.token)).body).toContain('I agree to get my bills');
});

test('[CONSENT-1] a person without a name is a person, and never an address', async () => {
  const primary = await customer();
  const member = await buildOther(portal, primary.account, { givenName: null });
  await agree(primary, member);
  const response = await list(primary, primary.token);
  expect(response.json().result).toMatchObject([{ by: { kind: 'person', name: null } }]);
  expect(response.body).not.toContain(member.emailAddress);
});

test('[CONSENT-1] is paged; a page past the end is empty', async () => {
  const login = await customer();
  const ids = [];
  for (let entry = 0; entry < 7; entry += 1) ids.unshift(await agree(login, login));
  const page = async (query: Record<string, number>) => {
    const { totalCount, totalPages, result } = (await list(login, login.token, query)).json();
    return { totalCount, totalPages, ids: result.map(({ id }: { id: string }) => id) };
  };
  expect(await page({})).toEqual({ totalCount: 7, totalPages: 2, ids: ids.slice(0, 5) });
  expect(await page({ page_number: 2 })).toEqual({ totalCount: 7, totalPages: 2, ids: ids.slice(5) });
  expect(await page({ page_number: 3 })).toEqual({ totalCount: 7, totalPages: 2, ids: [] });
  expect(await page({ page_number: 3, page_size: 3 })).toMatchObject({ totalPages: 3, ids: ids.slice(6) });
});

test('[CONSENT-1] an account of the same sign-in keeps its own, and the list of the other is empty', async () => {
  const login = await customer();
  const { account } = await customer();
  await allowAccount(portal.db, login.loginId, account);
  const id = await agree({ account }, login);
  const nothing = { totalCount: 0, totalPages: 0, result: [] };
  expect((await list(login, login.token)).json()).toEqual(nothing);
  expect((await download(login, id, login.token)).statusCode).toBe(404);
  expect((await list({ account }, login.token)).json().result).toMatchObject([{ id }]);
});

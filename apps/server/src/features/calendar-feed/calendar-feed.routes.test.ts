import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { hashToken } from '../../platform/secrets.ts';
import { buildSaver, saveCustomer } from '../../testing/account-saver.ts';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { allowAccount, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { completeChange } from '../../testing/lost-login.ts';
import { newestCode } from '../../testing/mailed-code.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows, insertRow, readRows } from '../../testing/rows.ts';
import { endSessionsOf } from '../sessions/end-sessions.service.ts';

const portal = forFile(() => startTestPortal({ TRUSTED_PROXIES: '127.0.0.1/32' }));

const tokenIn = (address: string) => new URL(address).searchParams.get('Token') ?? '';
const read = (Token: string) => portal.get('/calendar-feed', { Token });
const statusOf = async (Token: string) => (await read(Token)).statusCode;

async function make(accountNumber: string, session: string, headers = {}): Promise<string> {
  const response = await portal.post('/calendar-feed', { accountNumber }, session, headers);
  expect(response.statusCode).toBe(200);
  return tokenIn(response.json().address);
}

/** A signed-in customer with a calendar. */
async function buildReader() {
  const login = await buildSaver(portal);
  const session = login.token;
  return { login, session, token: await make(login.account.accountNumber, session) };
}

/** Days and words of the entries of a calendar. */
function entriesOf(body: string) {
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent');
  return events
    .map((each) => new ICAL.Event(each))
    .map(({ uid, summary, startDate }) => ({
      uid,
      summary,
      day: startDate.toString(),
    }));
}

test('[FEED-1] has the due date of each open bill as a day, and neither amounts nor names', async () => {
  const { login, token } = await buildReader();
  expect(entriesOf((await read(token)).body)).toEqual([]);
  const { account } = login;
  const later = await buildInvoice(portal.db, account, { issuedOn: '2026-11-20' });
  const first = await buildInvoice(portal.db, account, { issuedOn: '2026-10-20', periodStart: '2026-09-20' });
  await changeRows(portal.db, 'invoice', { id: first.id }, { due_on: '2026-11-10' });
  await changeRows(portal.db, 'invoice', { id: later.id }, { due_on: '2026-12-20' });
  const response = await read(token);
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar',
    'referrer-policy': 'no-referrer',
  });
  const host = new URL(portal.portal.config.publicUrl).hostname;
  const summary = `${portal.portal.config.brand.name}: bill due`;
  expect(entriesOf(response.body)).toEqual([
    { uid: `${first.id}@${host}`, summary, day: '2026-11-10' },
    { uid: `${later.id}@${host}`, summary, day: '2026-12-20' },
  ]);
  const amounts = [first, later].map(({ amountCents }) => String(amountCents / 100));
  for (const secret of [...amounts, account.accountNumber, first.invoiceNumber, 'Token', token])
    expect(response.body).not.toContain(secret);
});

test('[FEED-1] the debt that an account came with has an entry of its own', async () => {
  const { login, token } = await buildReader();
  const { id } = login.account;
  const debt = { amount_cents: 4_000, open_cents: 4_000, due_on: '2026-11-12' };
  await insertRow(portal.db, 'opening_balance', { account_id: id, ...debt });
  const [entry] = entriesOf((await read(token)).body);
  expect(entry).toMatchObject({ uid: expect.stringContaining(`${id}@`), day: '2026-11-12' });
});

test('[FEED-1] speaks the language in which its address was made, and keeps a hash alone', async () => {
  const { login, session } = await buildReader();
  await buildInvoice(portal.db, login.account);
  const token = await make(login.account.accountNumber, session, { 'accept-language': 'es' });
  expect((await read(token)).body).toContain('vence la factura');
  expect(await readRows(portal.db, 'calendar_feed', { login_id: login.loginId })).toMatchObject([
    { token_hash: hashToken(token), account_id: login.account.id },
  ]);
});

test('[FEED-1] another address ends the one before, of this account alone', async () => {
  const { login, session, token } = await buildReader();
  const second = await buildAccount(portal.db);
  await allowAccount(portal.db, login.loginId, second);
  const other = await make(second.accountNumber, session);
  const newer = await make(login.account.accountNumber, session);
  expect([await statusOf(token), await statusOf(newer), await statusOf(other)]).toEqual([404, 200, 200]);
});

test('[FEED-1] nobody makes one of an account that is not theirs, and a wrong token is no calendar', async () => {
  const { session } = await buildReader();
  const stranger = await buildLogin(portal.db);
  const body = { accountNumber: stranger.account.accountNumber };
  expect((await portal.post('/calendar-feed', body, session)).statusCode).toBe(404);
  expect(await statusOf('none')).toBe(404);
  expect((await portal.get('/calendar-feed', {})).statusCode).toBe(400);
});

test('[FEED-1] ending one other session leaves it', async () => {
  const { login, session, token } = await buildReader();
  await portal.signIn(login.emailAddress);
  const sessions: { id: string; isCurrent: boolean }[] = (await portal.get('/sessions', {}, session)).json();
  const id = sessions.find(({ isCurrent }) => !isCurrent)?.id;
  expect((await portal.post('/sessions/end', { id }, session)).statusCode).toBe(200);
  expect(await statusOf(token)).toBe(200);
});

test('[FEED-1, CONTACT-3] proving an address with which another login signs in leaves it', async () => {
  const { login, session, token } = await buildReader();
  const { emailAddress } = await buildLogin(portal.db);
  await saveCustomer(portal, login, { emailAddress });
  const otp = await newestCode(portal, emailAddress, 'login-proof');
  const body = { accountNumber: login.account.accountNumber, otp };
  const proven = await portal.post('/customer/account/email-proof/validate', body, session);
  expect(proven.json()).toMatchObject({ isSignInAddress: false });
  expect(await statusOf(token)).toBe(200);
});

test.each<[string, (reader: Awaited<ReturnType<typeof buildReader>>) => Promise<unknown>]>([
  ['signing out everywhere', ({ session }) => portal.post('/sessions/end-all', undefined, session)],
  [
    'an operator',
    ({ login }) =>
      endSessionsOf(portal.portal, { target: login.emailAddress, by: 'Sam', forgetsBrowsers: false }),
  ],
  [
    'a change of the sign-in address',
    ({ login }) => completeChange(portal, login, `new-${login.emailAddress}`),
  ],
  [
    'closing the account',
    ({ login }) => changeRows(portal.db, 'account', { id: login.account.id }, { status: 'INACTIVE' }),
  ],
  [
    'taking the account from a login that keeps another',
    async ({ login: { loginId, account } }) => {
      await allowAccount(portal.db, loginId, await buildAccount(portal.db));
      await portal.db.deleteFrom('login_account').where('account_id', '=', account.id).execute();
    },
  ],
])('[FEED-1] %s ends it, and nobody else’s', async (_, end) => {
  const [reader, other] = [await buildReader(), await buildReader()];
  expect(await statusOf(reader.token)).toBe(200);
  await end(reader);
  expect([await statusOf(reader.token), await statusOf(other.token)]).toEqual([404, 200]);
});

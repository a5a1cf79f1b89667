import { beforeEach, expect, test } from 'vitest';
import {
  type AccountSaver,
  buildSaver,
  loadInfo,
  openSaver,
  saveCustomer,
  saved,
  saveInfo,
  withCustomer,
} from '../../testing/account-saver.ts';
import { forFile } from '../../testing/for-tests.ts';
import { newestCode } from '../../testing/mailed-code.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { onlyColumns, readRow, readRows } from '../../testing/rows.ts';
import { unlockLogin } from './login-address.service.ts';

const minuteMs = 60_000;

const portal = forFile(() =>
  startTestPortal({ LOGIN_SECONDS_BETWEEN_CODES: '0', SESSION_IDLE_SECONDS: '28800' }),
);
beforeEach(() => portal.db.deleteFrom('rate_limit' as never).execute());

const send = ({ token }: AccountSaver, body: object = {}) => portal.post('/sessions/fresh-code', body, token);
const validate = ({ token }: AccountSaver, challenge: string, otp: string) =>
  portal.post('/sessions/fresh-code/validate', { challenge, otp }, token);
const changePin = (saver: AccountSaver, PIN: string) => saveCustomer(portal, saver, { PIN });
const codeOf = ({ emailAddress }: AccountSaver) => newestCode(portal, emailAddress, 'login-fresh');

/** Sends a fresh code; returns its challenge and the mailed code. */
async function freshCode(saver: AccountSaver, body: object = {}) {
  const response = await send(saver, body);
  expect(response.statusCode).toBe(200);
  return { challenge: response.json().challenge as string, code: await codeOf(saver) };
}

/** Somebody who signed in so long ago that changes ask for a code, and used the portal since. */
async function agedSaver(minutes = 16): Promise<AccountSaver> {
  const saver = await buildSaver(portal);
  portal.clock.advance(minutes * minuteMs);
  return saver;
}

test.each([
  ['PIN', { PIN: '1234' }],
  ['e-mail address', { emailAddress: 'other@example.com' }],
])(
  '[SESSIONS-1] a change of the %s asks for a code 15 minutes after sign-in, and not before',
  async (_, change) => {
    const early = await agedSaver(15);
    const body = (info: AccountSaver['info']) => withCustomer({ info }, change);
    expect((await saveInfo(portal, early, body(early.info))).json()).toEqual(saved);
    const late = await agedSaver();
    const refused = await saveInfo(portal, late, body(late.info));
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh-code-needed']);
    const { customer } = late.info;
    expect(await loadInfo(portal, late)).toEqual({ ...late.info, customer: { ...customer, PIN: null } });
  },
);

test('[SESSIONS-1] other changes ask for none', async () => {
  const saver = await agedSaver();
  const change = withCustomer(saver, { phoneNumber: '6145550188', PIN: null });
  expect((await saveInfo(portal, saver, change)).json()).toEqual(saved);
});

test('[SESSIONS-1] refused values and a stale page are reported before asking for a code, but never for a PIN', async () => {
  const saver = await agedSaver();
  const wrong = await saveInfo(portal, saver, withCustomer(saver, { emailAddress: 'ana@', PIN: null }));
  expect(wrong.json().StatusCode).toBe('01');
  const change = withCustomer(saver, { emailAddress: 'other@example.com', PIN: null });
  expect((await saveInfo(portal, saver, { ...change, version: 0 })).json().code).toBe('account-info.stale');
  for (const PIN of ['1', '1234', '4821']) {
    const entered = await saveInfo(portal, saver, { ...withCustomer(saver, { PIN }), version: 0 });
    expect(entered.json().code).toBe('fresh-code-needed');
  }
});

test('[SESSIONS-1] the mailed code renews this session and no other of the same login', async () => {
  const saver = await buildSaver(portal);
  const other = await openSaver(portal, saver);
  portal.clock.advance(16 * minuteMs);
  const { challenge, code } = await freshCode(saver);
  expect((await validate(saver, challenge, code)).json()).toEqual({ status: 200 });
  expect((await changePin(other, '1234')).statusCode).toBe(403);
  expect((await changePin(saver, '1234')).json()).toEqual(saved);
  const entries = await readRows(portal.db, 'login_audit_entry', { login_id: saver.loginId });
  expect(onlyColumns(entries, 'action', 'actor')).toEqual([
    { action: 'login.confirmed', actor: `login:${saver.loginId}` },
  ]);
  portal.clock.advance(16 * minuteMs);
  expect((await changePin(saver, '4321')).statusCode).toBe(403);
});

test('[SESSIONS-1] a code works once, for its login, with its challenge, for its time', async () => {
  const saver = await agedSaver();
  const stranger = await agedSaver();
  const first = await freshCode(saver);
  expect((await validate(stranger, first.challenge, first.code)).json().code).toBe('login.invalid-code');
  expect((await validate(saver, 'unknown', first.code)).json().code).toBe('login.invalid-code');
  expect((await validate(saver, first.challenge, 'letters')).json().code).toBe('login.invalid-code');
  const answers = await Promise.all([1, 2, 3].map(() => validate(saver, first.challenge, first.code)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const late = await freshCode(saver);
  portal.clock.advance(5 * minuteMs + 1_000);
  expect((await validate(saver, late.challenge, late.code)).json().code).toBe('login.expired-code');
});

test('[SESSIONS-1] another code with the challenge of the first replaces it', async () => {
  const saver = await agedSaver();
  const first = await freshCode(saver);
  const second = await freshCode(saver, { challenge: first.challenge });
  expect((await validate(saver, first.challenge, first.code)).statusCode).toBe(400);
  expect((await validate(saver, second.challenge, second.code)).statusCode).toBe(200);
});

test('[SESSIONS-1] wrong codes run out, are audited, and are no failed sign-ins', async () => {
  const saver = await agedSaver();
  const { challenge, code } = await freshCode(saver);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  for (let guess = 0; guess < 5; guess += 1) await validate(saver, challenge, wrong);
  expect((await validate(saver, challenge, code)).json().code).toBe('login.invalid-code');
  const rows = await readRows(portal.db, 'login_audit_entry', { login_id: saver.loginId }, 'id');
  const entries = onlyColumns(rows, 'action', 'detail');
  expect(entries).toHaveLength(6);
  expect(entries[0]).toEqual({
    action: 'login.code-refused',
    detail: { confirmation: 'fresh', reason: 'invalid-code' },
  });
  expect((await changePin(saver, '1234')).statusCode).toBe(403);
});

test('[SESSIONS-1] at most 100 wrong codes in a row are taken; an operator’s unlock takes new ones', async () => {
  const saver = await agedSaver();
  await portal.db
    .updateTable('login_throttle')
    .set({ failures: 96 })
    .where('address_hmac', '=', (await throttled(saver)) as Buffer)
    .execute();
  const refused = await send(saver);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'login.too-many-tries']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await unlockLogin(portal.portal, { emailAddress: saver.emailAddress, by: 'test' });
  expect((await send(saver)).statusCode).toBe(200);
});

/** Returns the key under which the failed codes of a login are counted. */
async function throttled(saver: AccountSaver): Promise<Buffer | undefined> {
  const { challenge } = await freshCode(saver);
  const row = await readRow(portal.db, 'login_challenge', { login_id: saver.loginId });
  await validate(saver, challenge, 'wrong');
  return row.address_hmac;
}

test('[SESSIONS-1] requests for codes are limited', async () => {
  const saver = await agedSaver();
  for (let request = 0; request < 5; request += 1) await freshCode(saver);
  const refused = await send(saver);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'login.too-many-codes']);
});

test('[SESSIONS-1] how long a sign-in is fresh is a setting', async () => {
  const patient = await startTestPortal({ SESSION_FRESH_SECONDS: '1200' });
  const saver = await buildSaver(patient);
  patient.clock.advance(16 * minuteMs);
  expect((await saveInfo(patient, saver, withCustomer(saver, { PIN: '1234' }))).json()).toEqual(saved);
  await patient.close();
});

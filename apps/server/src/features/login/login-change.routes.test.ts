import { expect, test } from 'vitest';
import { buildSaver, loadInfo, saveInfo, withCustomer } from '../../testing/account-saver.ts';
import { allowAccount, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { completeChange, enterCode, namePin, requestChange } from '../../testing/lost-login.ts';
import { mailedLink, newestCode } from '../../testing/mailed-code.ts';
import { recordingLog, startTestPortal } from '../../testing/portal.ts';
import { changeRows, onlyColumns, readRow, readRows } from '../../testing/rows.ts';
import { listAudit } from '../../testing/traces.ts';
import { mailedSecret, newVisitor, signInByCode } from '../../testing/visitor.ts';
import { requestLoginChange } from './login-change.service.ts';

const lines: Record<string, unknown>[] = [];
const portal = forFile(() => startTestPortal({ TRUST_PROXY: '127.0.0.1' }, recordingLog(lines)));
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let next = 0;
/** Returns an address that nobody has. */
function newAddress(): string {
  next += 1;
  return `new${next}@example.com`;
}
const show = (Token: string) => portal.get('/login/change', { Token });
const stop = (token: string) => portal.post('/login/change/stop', { token });
/** Returns the code of the newest sign-in mail, whatever came after it. */
const mailedCodeOf = (recipient: string) => newestCode(portal, recipient, 'login-code');
const stateOf = async (token: string) => (await show(token)).json().state;
const statusOf = async (token: string) => (await portal.get('/sessions', {}, token)).statusCode;
const contactOf = async (saver: Parameters<typeof loadInfo>[1], emailAddress: string) =>
  (await loadInfo(portal, { ...saver, token: await portal.signIn(emailAddress) })).customer.emailAddress;
const changesOf = async (loginId: string) =>
  onlyColumns(await readRows(portal.db, 'login_audit_entry', { login_id: loginId }, 'id'), 'action', 'actor');
/** Returns the mails about a change: who gets which. */
async function mailsAbout(loginId: string) {
  const mails = await readRows(portal.db, 'outbox', {}, 'recipient');
  const about = mails.filter(({ event_key: key }) => key.includes(`:${loginId}:`));
  return about.map(({ template, recipient, language }) => [template, recipient, language]);
}
/** Builds a customer whose contact is the sign-in address. */
async function buildLoser() {
  const saver = await buildSaver(portal);
  await changeRows(
    portal.db,
    'customer',
    { customer_number: saver.account.customerNumber },
    { email_address: saver.emailAddress },
  );
  return saver;
}

test('[LOST-1] tells the old address, every contact, and the new one, in their languages, each with a link', async () => {
  const saver = await buildSaver(portal);
  const other = await buildLogin(portal.db);
  await allowAccount(portal.db, saver.loginId, other.account, 'member');
  const contacts = ['one', 'two'].map((name) => `${name}-${saver.loginId}@example.com`);
  const [one = '', two = ''] = contacts;
  await changeRows(
    portal.db,
    'customer',
    { customer_number: saver.account.customerNumber },
    { email_address: one },
  );
  await changeRows(
    portal.db,
    'customer',
    { customer_number: other.account.customerNumber },
    { email_address: two, language: 'es' },
  );
  await changeRows(portal.db, 'login', { id: saver.loginId }, { language: 'es' });
  const to = newAddress();
  const token = await requestChange(portal, saver, to);
  const expected = [
    ['login-change-invited', to, 'es'],
    ['login-change-requested', saver.emailAddress, 'es'],
    ['login-change-requested', one, 'en'],
    ['login-change-requested', two, 'es'],
    ['login-change-requested', other.emailAddress, 'es'],
  ];
  expect((await mailsAbout(saver.loginId)).sort()).toEqual(expected.sort());
  for (const [, recipient = ''] of expected)
    expect(await mailedLink(portal, recipient)).toMatch(`/login/change/${token}`);
  expect(await changesOf(saver.loginId)).toContainEqual({
    action: 'login.change-requested',
    actor: 'operator:Kim',
  });
});

test('[LOST-3] before the waiting time the new address signs nobody in, and the old one works until the end', async () => {
  const saver = await buildLoser();
  const to = newAddress();
  await requestChange(portal, saver, to);
  portal.clock.advance(dayMs - 60_000);
  expect((await newVisitor(portal, '192.0.2.7').send(to)).json()).toMatchObject({
    code: 'login.unknown-email',
  });
  expect((await enterCode(portal, saver.emailAddress)).statusCode).toBe(200);
  portal.clock.advance(60_000);
  expect((await enterCode(portal, saver.emailAddress)).statusCode).toBe(200);
  expect(await contactOf(saver, saver.emailAddress)).toBe(saver.emailAddress);
  expect((await enterCode(portal, to)).statusCode).toBe(200);
});

test('[LOST-3] a code to the new address completes the change: sign-in, contact, sessions, mail, history', async () => {
  const saver = await buildLoser();
  const to = newAddress();
  const token = await requestChange(portal, saver, to);
  portal.clock.advance(dayMs);
  const session = await portal.signIn(saver.emailAddress);
  const signedIn = await enterCode(portal, to);
  const claims = JSON.parse(Buffer.from(signedIn.json().id_token.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ sub: saver.loginId, email: to });
  expect([await statusOf(session), await statusOf(signedIn.json().access_token)]).toEqual([401, 200]);
  expect(await readRow(portal.db, 'login', { id: saver.loginId })).toMatchObject({
    email_address: to,
    import_address: saver.emailAddress,
    security_hold_until: new Date(portal.clock.now().getTime() + 3 * dayMs),
  });
  expect(await contactOf(saver, to)).toBe(to);
  const completed = (await mailsAbout(saver.loginId)).filter(
    ([template]) => template === 'login-change-completed',
  );
  expect(completed.map(([, recipient]) => recipient).sort()).toEqual([to, saver.emailAddress].sort());
  const actor = `login:${saver.loginId}`;
  expect(await changesOf(saver.loginId)).toContainEqual({ action: 'account-info.sign-in-changed', actor });
  expect(await listAudit(portal, saver)).toContainEqual(
    expect.objectContaining({ action: 'account-info.email-changed', actor }),
  );
  const query = { AccountNumber: saver.account.accountNumber, page_number: 1, page_size: 20 };
  const history = await portal.get('/customer/account/changes', query, signedIn.json().access_token);
  expect(history.json().result.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining([
      'login.change-requested',
      'account-info.sign-in-changed',
      'account-info.email-changed',
    ]),
  );
  expect([await stateOf(token), (await stop(token)).json().state]).toEqual(['completed', 'completed']);
  // The new address signs in again, and the old one no more.
  portal.clock.advance(hourMs);
  expect((await enterCode(portal, to)).statusCode).toBe(200);
  expect((await enterCode(portal, saver.emailAddress)).json().code).toBe('login.unknown-email');
});

test('[LOST-3] a contact that is another address, or that others share, stays', async () => {
  const saver = await buildSaver(portal);
  await changeRows(
    portal.db,
    'customer',
    { customer_number: saver.account.customerNumber },
    { email_address: 'own@example.com' },
  );
  const member = await buildLogin(portal.db, { account: saver.account, role: 'member' });
  const shared = { account: saver.account, emailAddress: member.emailAddress };
  const [to, other] = [newAddress(), newAddress()];
  await completeChange(portal, saver, to);
  expect(await contactOf(saver, to)).toBe('own@example.com');
  await changeRows(
    portal.db,
    'customer',
    { customer_number: saver.account.customerNumber },
    { email_address: member.emailAddress },
  );
  expect((await completeChange(portal, shared, other)).statusCode).toBe(200);
  expect(await contactOf(saver, to)).toBe(member.emailAddress);
});

test('[LOST-2] one press stops it: opening does not, and it says what then holds', async () => {
  const saver = await buildLoser();
  const to = newAddress();
  const token = await requestChange(portal, saver, to);
  const shown = await show(token);
  expect(shown.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  const opensAt = new Date(portal.clock.now().getTime() + dayMs).toISOString();
  expect(shown.json()).toEqual({ state: 'waiting', opensAt });
  expect(await stateOf(token)).toBe('waiting');
  const pressed = await Promise.all([stop(token), stop(token)]);
  expect(pressed.map((answer) => answer.json())).toEqual([1, 2].map(() => ({ state: 'stopped', opensAt })));
  const stopped = (await mailsAbout(saver.loginId)).filter(
    ([template]) => template === 'login-change-stopped',
  );
  expect(stopped.map(([, recipient]) => recipient).sort()).toEqual([to, saver.emailAddress].sort());
  expect((await changesOf(saver.loginId)).filter(({ action }) => action === 'login.change-stopped')).toEqual([
    { action: 'login.change-stopped', actor: 'change-link' },
  ]);
  portal.clock.advance(dayMs);
  expect((await enterCode(portal, to)).json().code).toBe('login.unknown-email');
  for (const [wrong, status] of [
    ['A'.repeat(43), 404],
    ['', 400],
  ] as const)
    expect([(await show(wrong)).statusCode, (await stop(wrong)).statusCode]).toEqual([status, status]);
  const stored = JSON.stringify([
    await readRows(portal.db, 'login_change'),
    await readRows(portal.db, 'outbox'),
    lines,
  ]);
  expect(stored).not.toContain(token);
});

test('[LOST-2] a code that was mailed before the stop signs nobody in', async () => {
  const saver = await buildLoser();
  const to = newAddress();
  const token = await requestChange(portal, saver, to);
  portal.clock.advance(dayMs);
  const visitor = newVisitor(portal, '192.0.2.8');
  await visitor.send(to);
  await stop(token);
  const code = await mailedCodeOf(to);
  expect((await visitor.validate(to, code)).json()).toMatchObject({ code: 'login.invalid-code' });
});

test.each([
  ['stopped', 60_000],
  ['lapsed', 7 * dayMs],
])('[LOST-2] nor does it once another change took the place of one that is %s', async (how, openMs) => {
  const saver = await buildLoser();
  const to = newAddress();
  const token = await requestChange(portal, saver, to);
  portal.clock.advance(dayMs + openMs - 60_000);
  const visitor = newVisitor(portal, '192.0.2.8');
  await visitor.send(to);
  const code = await mailedCodeOf(to);
  portal.clock.advance(60_000);
  if (how === 'stopped') await stop(token);
  expect(await stateOf(token)).toBe(how);
  await requestChange(portal, saver, newAddress());
  expect((await visitor.validate(to, code)).json()).toMatchObject({ code: 'login.invalid-code' });
});

test('[LOST-2] of a stop and a code at once, one wins', async () => {
  for (let round = 0; round < 8; round += 1) {
    const saver = await buildLoser();
    const to = newAddress();
    const token = await requestChange(portal, saver, to);
    portal.clock.advance(dayMs);
    const visitor = newVisitor(portal, `192.0.2.${100 + round}`);
    await visitor.send(to);
    const code = await mailedCodeOf(to);
    const both =
      round % 2 ? [stop(token), visitor.validate(to, code)] : [visitor.validate(to, code), stop(token)];
    const answers = await Promise.all(both);
    const [pressed, entered] = round % 2 ? answers : answers.toReversed();
    const { email_address: address } = await readRow(portal.db, 'login', { id: saver.loginId });
    const state = address === to ? 'completed' : 'stopped';
    expect([pressed?.json().state, entered?.statusCode === 200]).toEqual([state, address === to]);
    expect(entered?.statusCode).toBeLessThan(500);
  }
});

test('[LOST-3] an address that is not proved in time lapses, also for a code that was mailed before', async () => {
  const saver = await buildLoser();
  const to = newAddress();
  const token = await requestChange(portal, saver, to);
  portal.clock.advance(8 * dayMs - 60_000);
  const visitor = newVisitor(portal, '192.0.2.10');
  await visitor.send(to);
  const code = await mailedSecret(portal, to);
  portal.clock.advance(60_000);
  expect((await visitor.validate(to, code)).json()).toMatchObject({ code: 'login.invalid-code' });
  expect([await stateOf(token), (await stop(token)).json().state]).toEqual(['lapsed', 'lapsed']);
  expect((await newVisitor(portal, '192.0.2.11').send(to)).json().code).toBe('login.unknown-email');
  // The next change takes its place, and the link of the one before leads nowhere.
  await requestChange(portal, saver, newAddress());
  expect((await show(token)).statusCode).toBe(404);
});

test('[LOST-3] where another login took the address meanwhile, its owner signs in, and nothing changes', async () => {
  const saver = await buildLoser();
  const to = newAddress();
  await requestChange(portal, saver, to);
  const owner = await buildLogin(portal.db, { emailAddress: to });
  portal.clock.advance(dayMs);
  const claims = (await enterCode(portal, to)).json().id_token.split('.')[1];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: owner.loginId });
  expect(await readRow(portal.db, 'login', { id: saver.loginId })).toMatchObject({
    email_address: saver.emailAddress,
  });
});

test('[LOST-3] whoever proves another address in a session did not lose theirs: the change ends', async () => {
  const saver = await buildSaver(portal);
  const token = await requestChange(portal, saver, newAddress());
  const own = newAddress();
  await saveInfo(portal, saver, withCustomer(saver, { emailAddress: own }));
  const otp = await newestCode(portal, own, 'login-proof');
  const body = { accountNumber: saver.account.accountNumber, otp };
  expect((await portal.post('/customer/account/email-proof/validate', body, saver.token)).statusCode).toBe(
    200,
  );
  expect(await stateOf(token)).toBe('stopped');
  await signInByCode(portal, newVisitor(portal, '192.0.2.12'), own);
});

test('[LOST-1] of two operators at once, one succeeds', async () => {
  const saver = await buildLoser();
  await namePin(portal, saver);
  const request = { from: saver.emailAddress, by: 'Kim', reason: 'lost', isDryRun: false };
  const both = await Promise.all(
    [newAddress(), newAddress()].map((to) => requestLoginChange(portal.portal, { ...request, to })),
  );
  expect(both.map((result) => 'refusal' in result).sort()).toEqual([false, true]);
  expect((await mailsAbout(saver.loginId)).length).toBe(2);
});

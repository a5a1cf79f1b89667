import { parseSetCookie } from 'cookie';
import { describe, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';
import { mailedSecret, newVisitor, signInByCode, type Visitor, wrongCode } from '../../testing/visitor.ts';

const dayMs = 86_400_000;
const portal = forFile(() =>
  startTestPortal({
    TRUST_PROXY: '127.0.0.1',
    LOGIN_SECONDS_BETWEEN_CODES: '0',
    LOGIN_FAILURES_PER_ADDRESS: '10',
    LOGIN_CODES_PER_CLIENT: '5',
    LOGIN_TRIES_PER_CLIENT: '10',
    LOGIN_MAILS_PER_ADDRESS: '30',
  }),
);

async function openRecognized(address: string): Promise<{ email: string; loginId: string; owner: Visitor }> {
  const { emailAddress: email, loginId } = await buildLogin(portal.db);
  const owner = newVisitor(portal, address);
  await signInByCode(portal, owner, email);
  return { email, loginId, owner };
}

const browsersOf = (loginId: string) =>
  portal.db.selectFrom('login_browser').selectAll().where('login_id', '=', loginId).execute();

/** The login whose mark the newest challenge came with. */
async function recognizedLogin(): Promise<string | null> {
  const row = await portal.db
    .selectFrom('login_challenge')
    .leftJoin('login_browser', 'login_browser.id', 'browser_id')
    .select('login_browser.login_id')
    .orderBy('sent_at', 'desc')
    .orderBy('login_challenge.id', 'desc')
    .executeTakeFirstOrThrow();
  return row.login_id;
}

describe('the mark of a browser', () => {
  test('[SIGNIN-6] is a cookie that no script reads, and is stored hashed', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const visitor = newVisitor(portal, '192.0.2.1');
    const sent = await visitor.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    const wrong = await visitor.validate(emailAddress, wrongCode(code));
    const response = await visitor.validate(emailAddress, code);
    expect([sent.headers['set-cookie'], wrong.headers['set-cookie']]).toEqual([undefined, undefined]);
    const cookie = parseSetCookie(String(response.headers['set-cookie']));
    expect(cookie).toEqual({
      name: 'myaccount-browser',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/myaccount/api/login',
      maxAge: 400 * 86_400,
      httpOnly: true,
      secure: true,
      sameSite: 'strict',
    });
    const stored = JSON.stringify(await portal.db.selectFrom('login_browser').selectAll().execute());
    expect(stored).not.toContain(cookie.value);
    expect(stored).not.toContain(Buffer.from(cookie.value ?? '').toString('base64'));
  });

  test('[SIGNIN-6] carries a prefix over https that only https can set', async () => {
    const encrypted = await startTestPortal({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://my.example' });
    const { emailAddress } = await buildLogin(encrypted.db);
    const owner = newVisitor(encrypted, '192.0.2.1');
    await signInByCode(encrypted, owner, emailAddress);
    expect(owner.cookie).toMatch(/^__Secure-myaccount-browser=/);
    encrypted.clock.advance(dayMs);
    await owner.send(emailAddress);
    const recognized = encrypted.db
      .selectFrom('login_challenge')
      .select('id')
      .where('browser_id', 'is not', null);
    expect(await recognized.execute()).toHaveLength(1);
    await encrypted.close();
  });

  test('[SIGNIN-6] survives sign-out, and changes with every sign-in', async () => {
    const { email, loginId, owner } = await openRecognized('192.0.2.2');
    const first = owner.cookie;
    const token = await portal.signIn(email);
    expect((await portal.get('/login/otp/logout', {}, token)).headers['set-cookie']).toBeUndefined();
    await signInByCode(portal, owner, email);
    expect(owner.cookie).not.toBe(first);
    expect(await browsersOf(loginId)).toHaveLength(1);
    const copied = newVisitor(portal, '192.0.2.3');
    copied.cookie = first;
    await copied.send(email);
    expect(await recognizedLogin(), 'a copy of an earlier mark recognizes nobody').toBeNull();
  });

  test('[SIGNIN-6] recognizes several logins of one browser, and no login that never signed in there', async () => {
    const { email, owner, loginId } = await openRecognized('192.0.2.4');
    const second = await buildLogin(portal.db);
    await signInByCode(portal, owner, second.emailAddress);
    const third = await buildLogin(portal.db);
    const challenged: (string | null)[] = [];
    for (const address of [email, second.emailAddress, third.emailAddress]) {
      owner.challenge = undefined;
      await owner.send(address);
      challenged.push(await recognizedLogin());
    }
    expect(challenged).toEqual([loginId, second.loginId, null]);
  });

  test('[SIGNIN-6] is forgotten after 400 days without a sign-in', async () => {
    const { email, owner, loginId } = await openRecognized('192.0.2.5');
    portal.clock.advance(400 * dayMs - 1_000);
    await owner.send(email);
    expect(await recognizedLogin()).toBe(loginId);
    portal.clock.advance(1_000);
    await owner.send(email);
    expect(await recognizedLogin()).toBeNull();
  });

  test('[SIGNIN-6] recognizes nobody once it is revoked', async () => {
    const { email, owner, loginId } = await openRecognized('192.0.2.7');
    await portal.db
      .updateTable('login_browser')
      .set({ revoked_at: portal.clock.now() })
      .where('login_id', '=', loginId)
      .execute();
    await owner.send(email);
    expect(await recognizedLogin()).toBeNull();
    await signInByCode(portal, owner, email);
    expect(await browsersOf(loginId)).toHaveLength(2);
  });

  test.each(['', 'x'.repeat(5_000), '"', '%E0%A4%A'])('[SIGNIN-6] “%.20s” is no mark', async (mark) => {
    const { emailAddress } = await buildLogin(portal.db);
    const visitor = newVisitor(portal, '192.0.2.6');
    visitor.cookie = `myaccount-browser=${mark}; other=1`;
    expect((await visitor.send(emailAddress)).statusCode).toBe(200);
  });
});

describe('a recognized browser', () => {
  test('[SIGNIN-7] has its own sends and tries: neighbors in its network cannot use them up', async () => {
    const { email, owner } = await openRecognized('192.0.3.1');
    const neighbor = newVisitor(portal, '192.0.3.1');
    for (let sent = 0; sent < 6; sent += 1) await neighbor.send((await buildLogin(portal.db)).emailAddress);
    for (let tried = 0; tried < 11; tried += 1) await neighbor.validate('nobody@example.com', '000000');
    expect((await neighbor.send(email)).statusCode).toBe(429);
    expect((await neighbor.validate(email, '000000')).statusCode).toBe(429);
    await signInByCode(portal, owner, email);
  });

  test('[SIGNIN-7] has its own sends to its address, five in 15 minutes', async () => {
    const { email, owner } = await openRecognized('192.0.3.2');
    for (let sent = 1; sent < 6; sent += 1) expect((await owner.send(email)).statusCode).toBe(200);
    const refused = await owner.send(email);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'login.too-many-codes']);
    expect(Number(refused.headers['retry-after'])).toBe(900);
    portal.clock.advance(900_000);
    expect((await owner.send(email)).statusCode).toBe(200);
  });

  test('[SIGNIN-7] has its own guesses; then it gets a code as strangers do, and at last a link', async () => {
    const { email, loginId, owner } = await openRecognized('192.0.3.3');
    const spend = async () => {
      const { method } = (await owner.send(email)).json();
      if (method !== 'code') return method;
      const code = await mailedSecret(portal, email);
      for (let guess = 1; guess <= 5; guess += 1) {
        portal.clock.advance(30_000);
        await owner.validate(email, wrongCode(code, guess));
      }
      portal.clock.advance(900_000);
      return method;
    };
    const failures = async () => (await browsersOf(loginId))[0]?.failures;
    expect([await spend(), await failures()]).toEqual(['code', 5]);
    expect([await spend(), await failures()]).toEqual(['code', 10]);
    expect([await spend(), await failures()]).toEqual(['code', 10]);
    expect([await spend(), await failures()]).toEqual(['code', 10]);
    expect(await spend()).toBe('link');
    expect((await owner.openLink(await mailedSecret(portal, email))).statusCode).toBe(200);
    expect([await spend(), await failures()]).toEqual(['code', 5]);
  });

  test('[SIGNIN-7] failures of a recognized browser are not those of strangers', async () => {
    const { email, owner } = await openRecognized('192.0.3.4');
    await owner.send(email);
    const code = await mailedSecret(portal, email);
    const countsOfStrangers = async () => [
      await portal.db.selectFrom('login_throttle').select('failures').execute(),
      await readRows(portal.db, 'rate_limit' as never),
    ];
    const before = await countsOfStrangers();
    await owner.validate(email, wrongCode(code));
    expect(await countsOfStrangers()).toEqual(before);
  });
});

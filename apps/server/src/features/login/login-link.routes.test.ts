import { describe, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { onlyColumns, readRows } from '../../testing/rows.ts';
import {
  failAsStrangers,
  mailedSecret,
  newVisitor,
  signInByCode,
  type Visitor,
  wrongCode,
} from '../../testing/visitor.ts';

const dayMs = 86_400_000;
const portal = forFile(() =>
  startTestPortal({
    TRUST_PROXY: '127.0.0.1',
    LOGIN_SECONDS_BETWEEN_CODES: '0',
    LOGIN_FAILURES_PER_ADDRESS: '10',
    LOGIN_MAILS_PER_ADDRESS: '1000',
  }),
);

/** Returns an address at which strangers used up all guesses. */
async function guessedAddress(): Promise<string> {
  const { emailAddress } = await buildLogin(portal.db);
  await failAsStrangers(portal, emailAddress, 10);
  return emailAddress;
}

/** Requests a link. */
async function requestLink(visitor: Visitor, email: string): Promise<string> {
  const sent = await visitor.send(email);
  expect(sent.json()).toMatchObject({ status: 200, method: 'link' });
  return await mailedSecret(portal, email);
}

const code = (response: { json(): { code: string } }) => response.json().code;

describe('after the last guess', () => {
  test('[SIGNIN-3] a browser that never signed in gets a link, and signs in with it', async () => {
    const email = await guessedAddress();
    const visitor = newVisitor(portal, '192.0.2.1');
    const token = await requestLink(visitor, email);
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    const response = await visitor.openLink(token);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ token_type: 'Bearer', expires_in: 28_800 });
    const list = await portal.get('/payments', { billing_account_id: 'x' }, response.json().access_token);
    expect(list.statusCode).toBe(404);
  });

  test('[SIGNIN-3] a recognized browser still gets a code', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const owner = newVisitor(portal, '192.0.2.2');
    await signInByCode(portal, owner, emailAddress);
    await failAsStrangers(portal, emailAddress, 10);
    expect((await newVisitor(portal, '192.0.2.3').send(emailAddress)).json().method).toBe('link');
    await signInByCode(portal, owner, emailAddress);
  });

  test('[SIGNIN-3] no parallel guesses exceed the maximum', async () => {
    const { loginId, emailAddress } = await buildLogin(portal.db);
    const strangers = Array.from({ length: 8 }, (_, index) => newVisitor(portal, `198.51.100.${index}`));
    const sent = await Promise.all(strangers.map((stranger) => stranger.send(emailAddress)));
    expect(sent.filter((response) => response.json().method === 'code')).toHaveLength(2);
    const guesses = strangers.flatMap((stranger) =>
      Array.from({ length: 8 }, (_, guess) =>
        stranger.validate(emailAddress, String(guess).padStart(6, '9')),
      ),
    );
    await Promise.all(guesses);
    const counted = await portal.db
      .selectFrom('login_challenge')
      .select((eb) => eb.fn.sum<string>('attempts').as('attempts'))
      .where('login_id', '=', loginId)
      .executeTakeFirstOrThrow();
    expect(Number(counted.attempts)).toBe(10);
  });
});

describe('a link', () => {
  test('[SIGNIN-3] works once, also of 16 calls at once', async () => {
    const email = await guessedAddress();
    const visitor = newVisitor(portal, '192.0.2.4');
    const token = await requestLink(visitor, email);
    const responses = await Promise.all(Array.from({ length: 16 }, () => visitor.openLink(token)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const again = await visitor.openLink(token);
    expect([again.statusCode, code(again)]).toEqual([400, 'login.invalid-link']);
  });

  test('[SIGNIN-3] works only with the challenge that requested it', async () => {
    const email = await guessedAddress();
    const [owner, other] = [newVisitor(portal, '192.0.2.5'), newVisitor(portal, '192.0.2.6')];
    const token = await requestLink(owner, email);
    await requestLink(other, email);
    expect(code(await other.openLink(token))).toBe('login.invalid-link');
    other.challenge = 'none';
    expect(code(await other.openLink(token))).toBe('login.invalid-link');
    expect((await owner.openLink(`${token}x`)).statusCode).toBe(400);
    expect((await owner.openLink(token)).statusCode).toBe(200);
  });

  test('[SIGNIN-3] works until it expires', async () => {
    const email = await guessedAddress();
    const visitor = newVisitor(portal, '192.0.2.7');
    const token = await requestLink(visitor, email);
    portal.clock.advance(600_000);
    expect((await visitor.openLink(token)).statusCode).toBe(400);
    const next = await requestLink(visitor, email);
    portal.clock.advance(599_000);
    expect((await visitor.openLink(token)).statusCode, 'the next link replaces it').toBe(400);
    expect((await visitor.openLink(next)).statusCode).toBe(200);
  });

  test('[SIGNIN-3] is no code, and a code is no link', async () => {
    const email = await guessedAddress();
    const visitor = newVisitor(portal, '192.0.2.8');
    const token = await requestLink(visitor, email);
    expect((await visitor.validate(email, token.slice(0, 32))).statusCode).toBe(400);
    const { emailAddress } = await buildLogin(portal.db);
    const other = newVisitor(portal, '192.0.2.9');
    await other.send(emailAddress);
    expect((await other.openLink(await mailedSecret(portal, emailAddress))).statusCode).toBe(400);
  });

  test('[SIGNIN-3] is written to the audit trail, and so is a wrong one', async () => {
    const { emailAddress, loginId } = await buildLogin(portal.db);
    await failAsStrangers(portal, emailAddress, 10);
    const visitor = newVisitor(portal, '192.0.2.10');
    const token = await requestLink(visitor, emailAddress);
    await visitor.openLink('wrong');
    await visitor.openLink(token);
    const own = { login_id: loginId, actor: `login:${loginId}` };
    const rows = await readRows(portal.db, 'login_audit_entry', own, 'id');
    expect(onlyColumns(rows.slice(10), 'action', 'detail')).toEqual([
      { action: 'login.link-sent', detail: { isMailed: true } },
      { action: 'login.failed', detail: { reason: 'invalid-link' } },
      { action: 'login.succeeded', detail: { method: 'link', recognizedBrowser: false } },
    ]);
  });
});

describe('a success', () => {
  const methodOf = async (email: string, address: string) =>
    (await newVisitor(portal, address).send(email)).json().method;

  test('[SIGNIN-4] sets the failures to zero, but at most every thirty days', async () => {
    const email = await guessedAddress();
    const visitor = newVisitor(portal, '192.0.3.1');
    await visitor.openLink(await requestLink(visitor, email));
    expect(await methodOf(email, '192.0.3.2')).toBe('code');
    portal.clock.advance(300_000);
    await failAsStrangers(portal, email, 10);
    const next = newVisitor(portal, '192.0.3.3');
    await next.openLink(await requestLink(next, email));
    expect(await methodOf(email, '192.0.3.4')).toBe('link');
    portal.clock.advance(29 * dayMs);
    await signInByCode(portal, next, email);
    expect(await methodOf(email, '192.0.3.5')).toBe('link');
    portal.clock.advance(dayMs);
    await signInByCode(portal, next, email);
    expect(await methodOf(email, '192.0.3.6')).toBe('code');
  });

  test('[SIGNIN-4] takes back the failures of its own challenge every time', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    for (let day = 0; day < 4; day += 1) {
      const visitor = newVisitor(portal, `192.0.4.${day}`);
      await visitor.send(emailAddress);
      const right = await mailedSecret(portal, emailAddress);
      for (let guess = 1; guess < 5; guess += 1)
        await visitor.validate(emailAddress, wrongCode(right, guess));
      expect((await visitor.validate(emailAddress, right)).statusCode).toBe(200);
    }
    const throttles = await portal.db
      .selectFrom('login_throttle')
      .innerJoin('login_challenge', 'login_challenge.address_hmac', 'login_throttle.address_hmac')
      .innerJoin('login', 'login.id', 'login_challenge.login_id')
      .select(['failures', 'reset_at'])
      .distinct()
      .where('email_address', '=', emailAddress)
      .execute();
    expect(throttles).toEqual([{ failures: 0, reset_at: null }]);
  });

  test('[SIGNIN-4] thirty days without a failure are as good as a success', async () => {
    const email = await guessedAddress();
    portal.clock.advance(30 * dayMs - 60_000);
    expect(await methodOf(email, '192.0.5.1')).toBe('link');
    portal.clock.advance(60_000);
    expect(await methodOf(email, '192.0.5.2')).toBe('code');
  });
});

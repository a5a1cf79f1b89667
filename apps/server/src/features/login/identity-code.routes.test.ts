import { beforeEach, describe, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startIdentityPortal } from '../../testing/identity-portal.ts';
import { onlyColumns, readRows } from '../../testing/rows.ts';
import { countFailures, newVisitor, type Visitor, wrongCode } from '../../testing/visitor.ts';

const minute = 60_000;
let network = 0;

const portal = forFile(() => startIdentityPortal());
beforeEach(() => portal.clock.set(new Date()));

const visitor = (address = `203.0.113.${++network}`): Visitor => newVisitor(portal, address);
const buildEmail = async () => (await buildLogin(portal.db)).emailAddress;

const claimsOf = (idToken: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());

/** A browser that requested a code, and the code. */
async function requested(email: string, count = 1) {
  const browser = visitor();
  expect((await browser.send(email)).statusCode).toBe(200);
  return { browser, code: await portal.mailedCode(email, count) };
}

describe('signing in through the identity service', () => {
  test('[LOGIN-8, API-24] its code opens a session of ours, with our claims and every account', async () => {
    const login = await buildLogin(portal.db);
    const { browser, code } = await requested(login.emailAddress);
    const response = await browser.validate(login.emailAddress.toUpperCase(), code);
    expect(response.statusCode).toBe(200);
    const { id_token: idToken, access_token: token, expires_in: seconds } = response.json();
    expect(claimsOf(idToken)).toMatchObject({
      iss: 'http://localhost:3000',
      sub: login.loginId,
      email: login.emailAddress,
      accounts: [{ account_id: login.account.accountNumber, customer_id: login.account.customerNumber }],
    });
    expect(seconds).toBe(28_800);
    expect((await portal.get('/accounts', {}, token)).statusCode).toBe(200);
    expect((await portal.get('/login/otp/logout', {}, token)).statusCode).toBe(200);
    expect((await portal.get('/accounts', {}, token)).statusCode).toBe(401);
  });

  test('[LOGIN-8] the service gets the customer’s language and address, and the portal mails nothing', async () => {
    const account = await buildAccount(portal.db, { customer: { language: 'es' } });
    const { emailAddress: email, loginId } = await buildLogin(portal.db, { account });
    await visitor('198.51.100.77').send(email);
    expect(await portal.codesTo(email)).toMatchObject([{ client: '198.51.100.77', language: 'es' }]);
    const mails = portal.db.selectFrom('outbox').select('id').where('recipient', '=', email);
    expect(await mails.execute()).toEqual([]);
    const audit = await readRows(portal.db, 'login_audit_entry', { client_address: '198.51.100.77' });
    expect(onlyColumns(audit, 'action', 'login_id')).toEqual([
      { action: 'login.code-requested', login_id: loginId },
    ]);
  });

  test.each(['müller.example', 'xn--mller-kva.example'])(
    '[LOGIN-8, CONTACT-1] a login that is stored at %s signs in by both spellings: the service knows the ASCII form',
    async (domain) => {
      const name = `pat${domain.length}`;
      const { loginId } = await buildLogin(portal.db, { emailAddress: `${name}@${domain}` });
      const [own, ascii] = [`${name}@müller.example`, `${name}@xn--mller-kva.example`];
      for (const [index, [sent, entered]] of [[own, ascii] as const, [ascii, own] as const].entries()) {
        const browser = visitor();
        expect((await browser.send(sent)).statusCode).toBe(200);
        const response = await browser.validate(entered, await portal.mailedCode(ascii, index + 1));
        expect(response.statusCode).toBe(200);
        expect(claimsOf(response.json().id_token).sub).toBe(loginId);
      }
    },
  );

  test('[LOGIN-2, LOGIN-8] an unknown address is refused at its field, and the service does not hear of it', async () => {
    const response = await visitor().send('stranger@example.com');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'login.unknown-email', errors: [{ field: 'email' }] });
    expect(await portal.codesTo('stranger@example.com')).toEqual([]);
  });

  test('[LOGIN-4, LOGIN-8] a wrong, used, or malformed code is refused at its field; only six digits reach the service', async () => {
    const email = await buildEmail();
    const { browser, code } = await requested(email);
    for (const otp of [wrongCode(code), '12345', 'abcdef', '1234567', '']) {
      const response = await browser.validate(email, otp);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'login.invalid-code', errors: [{ field: 'otp' }] });
    }
    expect((await portal.codesTo(email))[0]?.tries).toBe(1);
    const second = await requested(email, 2);
    expect((await second.browser.validate(email, second.code)).statusCode).toBe(200);
    expect((await second.browser.validate(email, second.code)).json().code).toBe('login.invalid-code');
  });

  test('[LOGIN-4, LOGIN-8] a code whose time is over is said to have expired, whoever’s clock says so', async () => {
    const email = await buildEmail();
    const here = await requested(email);
    portal.clock.advance(5 * minute);
    expect((await here.browser.validate(email, here.code)).json().code).toBe('login.expired-code');
    portal.clock.set(new Date());
    const there = await requested(email, 2);
    portal.moveService(5 * minute);
    const before = await countFailures(portal);
    expect((await there.browser.validate(email, there.code)).json().code).toBe('login.expired-code');
    expect(await countFailures(portal)).toBe(before);
    portal.moveService(0);
  });

  test('[LOGIN-9] of 32 validations at once, one succeeds, and no more than five reach the service', async () => {
    const email = await buildEmail();
    const { browser, code } = await requested(email);
    const answers = await Promise.all(Array.from({ length: 32 }, () => browser.validate(email, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const challenge = (await readRows(portal.db, 'login_challenge', {}, 'id')).at(-1);
    expect(challenge?.attempts).toBeLessThanOrEqual(5);
  });

  test('[LOGIN-8] the service’s keys may change between two sign-ins', async () => {
    const email = await buildEmail();
    const first = await requested(email);
    expect((await first.browser.validate(email, first.code)).statusCode).toBe(200);
    await portal.rotateKeys();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = await requested(email, 2);
    expect((await second.browser.validate(email, second.code)).statusCode).toBe(200);
  });
});

describe('strangers', () => {
  test('[LOGIN-9] a code works only with the challenge that it was asked with, and dies with the next one', async () => {
    const email = await buildEmail();
    const owner = await requested(email);
    const stranger = await requested(email, 2);
    expect((await stranger.browser.validate(email, owner.code)).statusCode).toBe(400);
    expect((await owner.browser.validate(email, stranger.code)).statusCode).toBe(400);
    expect((await portal.codesTo(email))[0]?.tries, 'only the newest challenge gets there').toBe(1);
    expect((await stranger.browser.validate(email, stranger.code)).statusCode).toBe(200);
  });

  test('[LOGIN-9] a code works only for its own address', async () => {
    const [mine, theirs] = [await buildEmail(), await buildEmail()];
    const own = await requested(mine);
    await requested(theirs);
    expect((await own.browser.validate(theirs, own.code)).statusCode).toBe(400);
    expect((await portal.codesTo(theirs))[0]?.tries).toBe(0);
    expect((await own.browser.validate(mine, own.code)).statusCode).toBe(200);
  });

  test('[LOGIN-9] who requests no code cannot use up the tries of the owner’s code', async () => {
    const email = await buildEmail();
    const stranger = await requested(email);
    const owner = await requested(email, 2);
    for (let guess = 1; guess <= 5; guess += 1) {
      await stranger.browser.validate(email, wrongCode(owner.code, guess));
      await visitor().validate(email, wrongCode(owner.code, guess));
    }
    expect((await portal.codesTo(email))[0]?.tries, 'one try without a challenge').toBe(1);
    expect((await owner.browser.validate(email, owner.code)).statusCode).toBe(200);
  });

  test('[LOGIN-9, API-24] without a challenge a code works at the first try', async () => {
    const email = await buildEmail();
    const { code } = await requested(email);
    const before = await countFailures(portal);
    expect((await visitor().validate(email, 'abcdef')).statusCode).toBe(400);
    expect((await visitor().validate(email, code)).statusCode).toBe(200);
    expect(await countFailures(portal)).toBe(before);
    expect((await visitor().validate(email, code)).statusCode).toBe(400);
  });

  test('[LOGIN-9, SIGNIN-4] the service takes three tries of a code; a new code gets the owner in, and takes the failures back', async () => {
    const email = await buildEmail();
    const { browser, code } = await requested(email);
    const before = await countFailures(portal);
    for (let guess = 1; guess <= 3; guess += 1) await browser.validate(email, wrongCode(code, guess));
    expect(await countFailures(portal)).toBe(before + 3);
    expect((await browser.validate(email, code)).json().code).toBe('login.invalid-code');
    expect((await browser.send(email)).statusCode).toBe(200);
    const newest = await portal.mailedCode(email, 2);
    expect((await browser.validate(email, newest)).statusCode).toBe(200);
    expect(await countFailures(portal)).toBe(before);
    const later = await requested(email, 3);
    await later.browser.validate(email, wrongCode(later.code));
    expect((await later.browser.validate(email, later.code)).statusCode).toBe(200);
    expect(await countFailures(portal), 'also soon after a success').toBe(before);
  });

  test('[LOGIN-9, SIGNIN-3] when the guesses are used up, the portal mails a link, which signs in', async () => {
    const email = await buildEmail();
    const stranger = await requested(email);
    await stranger.browser.validate(email, 'abcdef');
    const most = { failures: 98 };
    await portal.db.updateTable('login_throttle').set(most).where('failures', '=', 1).execute();
    const owner = visitor();
    expect((await owner.send(email)).json().method).toBe('link');
    await expect.poll(async () => (await portal.sandbox.messages(email)).length).toBe(2);
    const [mail] = await portal.sandbox.messages(email);
    const token = /login\/link#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await owner.openLink(token)).statusCode).toBe(200);
    expect(await portal.codesTo(email)).toHaveLength(1);
  });

  test('[LOGIN-9] requests and tries of one client are limited before the service hears of them', async () => {
    const narrow = await startIdentityPortal({ LOGIN_CODES_PER_ADDRESS: '2', LOGIN_TRIES_PER_CLIENT: '2' });
    const { emailAddress: email } = await buildLogin(narrow.db);
    const stranger = newVisitor(narrow, '198.51.100.9');
    const sent = [await stranger.send(email), await stranger.send(email), await stranger.send(email)];
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(await narrow.codesTo(email)).toHaveLength(2);
    const code = await narrow.mailedCode(email, 2);
    const tries = [1, 2, 3].map((guess) => wrongCode(code, guess));
    const answers = [];
    for (const otp of tries) answers.push((await stranger.validate(email, otp)).json().code);
    expect(answers).toEqual(['login.invalid-code', 'login.invalid-code', 'login.too-many-tries']);
    expect((await narrow.codesTo(email))[0]?.tries).toBe(2);
    await narrow.close();
  });
});

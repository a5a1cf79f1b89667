import { beforeEach, expect, test } from 'vitest';
import { buildSaver, loadInfo, saved, saveInfo, withCustomer } from '../../testing/account-saver.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startIdentityPortal } from '../../testing/identity-portal.ts';
import { newVisitor, wrongCode } from '../../testing/visitor.ts';

const portal = forFile(() =>
  startIdentityPortal({ SESSION_IDLE_SECONDS: '28800', SESSION_FRESH_SECONDS: '60' }),
);
beforeEach(() => portal.clock.set(new Date()));

type Saver = Awaited<ReturnType<typeof buildSaver>>;

/** Somebody whose sign-in is too old for a change. */
async function agedSaver(): Promise<Saver> {
  portal.clock.advance(-120_000);
  const saver = await buildSaver(portal);
  portal.clock.set(new Date());
  return saver;
}

const send = ({ token }: Saver) => portal.post('/sessions/fresh-code', {}, token);
const validate = ({ token }: Saver, challenge: string, otp: string) =>
  portal.post('/sessions/fresh-code/validate', { challenge, otp }, token);
const changePin = async (saver: Saver) =>
  await saveInfo(portal, saver, withCustomer({ info: await loadInfo(portal, saver) }, { PIN: '1234' }));

test('[SESSIONS-1, LOGIN-8] a fresh code comes from the service, and renews the session once', async () => {
  const saver = await agedSaver();
  expect((await changePin(saver)).json().code).toBe('fresh-code-needed');
  const sent = await send(saver);
  expect(sent.statusCode).toBe(200);
  const { challenge } = sent.json();
  const code = await portal.mailedCode(saver.emailAddress);
  const wrong = await validate(saver, challenge, wrongCode(code));
  expect(wrong.json().code).toBe('login.invalid-code');
  expect((await validate(saver, challenge, code)).json()).toEqual({ status: 200 });
  expect((await validate(saver, challenge, code)).statusCode).toBe(400);
  expect((await changePin(saver)).json()).toEqual(saved);
});

test('[SESSIONS-1, CONTACT-1] a fresh code for an internationalized domain goes by its ASCII form', async () => {
  const login = await buildLogin(portal.db, { emailAddress: 'fresh@müller.example' });
  const token = await portal.signIn(login.emailAddress);
  const { challenge } = (await portal.post('/sessions/fresh-code', {}, token)).json();
  const otp = await portal.mailedCode('fresh@xn--mller-kva.example');
  const body = { challenge, otp };
  expect((await portal.post('/sessions/fresh-code/validate', body, token)).json()).toEqual({ status: 200 });
});

test('[SESSIONS-1, LOGIN-8] neither a fresh code signs in, nor a sign-in’s code confirms', async () => {
  const saver = await agedSaver();
  const { emailAddress: email } = saver;
  const browser = newVisitor(portal, '203.0.113.5');
  await browser.send(email);
  const { challenge } = (await send(saver)).json();
  const fresh = await portal.mailedCode(email, 2);
  expect((await newVisitor(portal, '203.0.113.6').validate(email, fresh)).statusCode).toBe(400);
  expect((await browser.validate(email, fresh)).statusCode).toBe(400);
  const withFresh = { email, otp: fresh, challenge };
  expect((await portal.post('/login/otp/validate', withFresh)).statusCode, 'a fresh code’s challenge').toBe(
    400,
  );
  expect((await portal.codesTo(email))[0]?.tries).toBe(0);
  await browser.send(email);
  const signIn = await portal.mailedCode(email, 3);
  expect((await validate(saver, challenge, signIn)).statusCode).toBe(400);
  const signInChallenge = String(browser.challenge);
  expect((await validate(saver, signInChallenge, signIn)).statusCode, 'a sign-in’s challenge').toBe(400);
  expect((await browser.validate(email, signIn)).statusCode).toBe(200);
});

test('[SESSIONS-1, LOGIN-8] without the service nothing is confirmed', async () => {
  const saver = await agedSaver();
  await portal.sandbox.control({ processor: 'auth0', mode: 'down' });
  expect((await send(saver)).statusCode).toBe(503);
  await portal.sandbox.reset();
  expect((await changePin(saver)).statusCode).toBe(403);
});

test('[CONTACT-3, LOGIN-8] a new address is proved by a code of the portal, and then signs in through the service', async () => {
  const saver = await buildSaver(portal);
  const address = `moved-${saver.emailAddress}`;
  await saveInfo(portal, saver, withCustomer(saver, { emailAddress: address }));
  const proof = await portal.mailedCode(address);
  expect(await portal.codesTo(address)).toEqual([]);
  const account = { accountNumber: saver.account.accountNumber };
  const proved = await portal.post(
    '/customer/account/email-proof/validate',
    { ...account, otp: proof },
    saver.token,
  );
  expect(proved.statusCode).toBe(200);
  const browser = newVisitor(portal, '203.0.113.7');
  expect((await browser.send(address)).statusCode).toBe(200);
  expect(await portal.codesTo(address)).toHaveLength(1);
  const [, mail] = (await portal.sandbox.messages(address)).toReversed();
  const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
  expect((await browser.validate(address, code)).statusCode).toBe(200);
});

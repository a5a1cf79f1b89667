import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startIdentityPortal } from '../../testing/identity-portal.ts';
import { newVisitor, wrongCode } from '../../testing/visitor.ts';

// What holds where unknown addresses are not told (LOGIN_REVEAL_UNKNOWN_EMAIL=false).

let network = 0;

const portal = forFile(() =>
  startIdentityPortal({ LOGIN_REVEAL_UNKNOWN_EMAIL: 'false', AUTH0_TIMEOUT_MS: '2500' }),
);
beforeEach(() => portal.clock.set(new Date()));
afterEach(() => portal.sandbox.reset());

const visitor = () => newVisitor(portal, `203.0.113.${++network}`);
const shape = (response: { statusCode: number; json(): object }) => [
  response.statusCode,
  Object.keys(response.json()),
];

test('[SIGNIN-5, LOGIN-8] known and unknown addresses get the same answers; only the known one gets a code', async () => {
  const { emailAddress: known } = await buildLogin(portal.db);
  const unknown = 'stranger@example.com';
  const [one, other] = [visitor(), visitor()];
  expect(shape(await one.send(known))).toEqual(shape(await other.send(unknown)));
  const code = await portal.mailedCode(known);
  const answers = [await one.validate(known, wrongCode(code)), await other.validate(unknown, '123456')];
  expect(answers.map((answer) => answer.json().code)).toEqual(['login.invalid-code', 'login.invalid-code']);
  expect((await one.validate(known, code)).statusCode).toBe(200);
  expect(await portal.codesTo(unknown)).toEqual([]);
});

test('[SIGNIN-5, LOGIN-8] a try takes as long for an unknown address: the service is asked for it, too', async () => {
  const unknown = 'nobody@example.com';
  const stranger = visitor();
  await stranger.send(unknown);
  await portal.sandbox.control({ processor: 'auth0', mode: 'slow', delayMs: 400, calls: 1 });
  const startedAt = performance.now();
  expect((await stranger.validate(unknown, '123456')).json().code).toBe('login.invalid-code');
  expect(performance.now() - startedAt).toBeGreaterThan(390);
});

test('[SIGNIN-5, LOGIN-8] a code that somebody else had mailed to an address without an account opens nothing', async () => {
  const unknown = 'customer-of-another-application@example.com';
  const stranger = visitor();
  await stranger.send(unknown);
  const headers = { 'content-type': 'application/json' };
  const client = { client_id: 'test-client', client_secret: 'test-client-secret' };
  const body = JSON.stringify({ ...client, connection: 'email', email: unknown, send: 'code' });
  await fetch(`${portal.sandbox.framesUrl}/passwordless/start`, { method: 'POST', headers, body });
  const response = await stranger.validate(unknown, await portal.mailedCode(unknown));
  expect([response.statusCode, response.json().code]).toEqual([400, 'login.invalid-code']);
});

test('[SIGNIN-5, LOGIN-8] a service that is away, slow, or refuses the address does not tell which address is known', async () => {
  const { emailAddress: known } = await buildLogin(portal.db);
  const refused = 'ann+auth0-unknown@example.com';
  await buildLogin(portal.db, { emailAddress: refused });
  // Longer than the time-out: a reply that waited would be 503.
  await portal.sandbox.control({ processor: 'auth0', mode: 'slow', delayMs: 8_000 });
  for (const email of [known, refused, 'someone@example.com'])
    expect((await visitor().send(email)).statusCode).toBe(200);
  await portal.sandbox.control({ processor: 'auth0', mode: 'down' });
  const statuses = [];
  for (const email of [known, 'someone@example.com']) {
    const browser = visitor();
    expect((await browser.send(email)).statusCode).toBe(200);
    statuses.push((await browser.validate(email, '123456')).statusCode);
  }
  expect(statuses).toEqual([503, 503]);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { nextNumber } from '../../testing/builders/next-number.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startIdentityPortal } from '../../testing/identity-portal.ts';
import { recordingLog } from '../../testing/portal.ts';
import { onlyColumns, readRows } from '../../testing/rows.ts';
import { newVisitor, type Visitor } from '../../testing/visitor.ts';

const lines: Record<string, unknown>[] = [];
let network = 0;

const log = recordingLog(lines);
log.level = 'debug';
const portal = forFile(() => startIdentityPortal({ AUTH0_TIMEOUT_MS: '5000' }, log));
beforeEach(() => {
  portal.clock.set(new Date());
  lines.length = 0;
});
afterEach(() => portal.sandbox.reset());

const visitor = (): Visitor => newVisitor(portal, `203.0.113.${++network}`);
const tagged = async (tag: string) => {
  const emailAddress = `ann${nextNumber()}+${tag}@example.com`;
  return (await buildLogin(portal.db, { emailAddress })).emailAddress;
};
const alarms = () => lines.filter(({ alarm }) => alarm === 'login.identity').length;
const sessions = async () => (await portal.db.selectFrom('session').select('id').execute()).length;
const control = (mode: 'down' | 'black-hole' | 'lose-answers' | 'slow' | 'hop', more: object = {}) =>
  portal.sandbox.control({ processor: 'auth0', mode, ...more });

async function requested(email: string) {
  const browser = visitor();
  expect((await browser.send(email)).statusCode).toBe(200);
  return { browser, code: await portal.mailedCode(email) };
}

describe('the answer to a right code', () => {
  const forged = 'other unverified audience audiences issuer nonce signature none hmac expired old subject';
  const incomplete = 'userinfo garbled no-tokens';
  test.each([
    ...forged.split(' ').map((fault) => [fault, 1] as const),
    ...incomplete.split(' ').map((fault) => [fault, 0] as const),
  ])('[LOGIN-6, LOGIN-8] signs nobody in when it is %s, and raises %i alarms', async (fault, alarmed) => {
    const email = await tagged(`auth0-${fault}`);
    const { browser, code } = await requested(email);
    const before = await sessions();
    const response = await browser.validate(email, code);
    expect([response.statusCode, response.json().code]).toEqual([503, 'server.unavailable']);
    if (alarmed === 0) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect([await sessions(), alarms()]).toEqual([before, alarmed]);
  });

  test('[LOGIN-8] does not let a blocked person in, and counts as a failed sign-in', async () => {
    const email = await tagged('auth0-blocked');
    const { browser, code } = await requested(email);
    const response = await browser.validate(email, code);
    expect([response.statusCode, response.json().code]).toEqual([400, 'login.invalid-code']);
    expect(lines.some(({ msg }) => String(msg).includes('does not let this person in'))).toBe(true);
  });
});

describe('a request for a code', () => {
  test('[LOGIN-2, LOGIN-8] that the service refuses for the address is reported at its field', async () => {
    const response = await visitor().send(await tagged('auth0-unknown'));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'login.unknown-email', errors: [{ field: 'email' }] });
    const entries = await readRows(portal.db, 'login_audit_entry', {}, 'id');
    expect(onlyColumns(entries.slice(-1), 'action', 'detail')).toEqual([
      { action: 'login.failed', detail: { reason: 'unknown-email' } },
    ]);
  });

  test('[LOGIN-8] waits as long as the service’s own limit says', async () => {
    const response = await visitor().send(await tagged('auth0-busy'));
    expect([response.statusCode, response.json().code]).toEqual([429, 'login.too-many-codes']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(80);
    expect(Number(response.headers['retry-after'])).toBeLessThan(150);
  });

  test.each([
    ['down', {}, 0],
    ['black-hole', {}, 0],
    ['lose-answers', {}, 0],
    ['slow', { delayMs: 20_000 }, 0],
    ['hop', { status: 502 }, 0],
    ['hop', { status: 401 }, 1],
    ['hop', { status: 400 }, 1],
    ['hop', { status: 403 }, 1],
  ] as const)('[LOGIN-8] is answered with 503: %s %j', async (mode, more, alarmed) => {
    const email = await tagged('plain');
    await control(mode, { ...more, calls: 1 });
    const response = await visitor().send(email);
    expect([response.statusCode, response.json().code]).toEqual([503, 'server.unavailable']);
    expect(alarms()).toBe(alarmed);
    const again = visitor();
    expect((await again.send(email)).statusCode).toBe(200);
  });
});

describe('a try of a code', () => {
  test.each([
    ['down', {}, 503],
    ['black-hole', {}, 503],
    ['hop', { status: 429 }, 429],
  ] as const)('[LOGIN-8, LOGIN-9] that nobody could check does not count: %s', async (mode, more, status) => {
    const email = await tagged('plain');
    const { browser, code } = await requested(email);
    if (mode === 'hop') {
      // The proxy answers after the service did its work: a wrong code, so that the right one stays.
      await control(mode, { ...more, calls: 1 });
      expect((await browser.validate(email, code === '000000' ? '000001' : '000000')).statusCode).toBe(
        status,
      );
    } else {
      await control(mode, { ...more, calls: 6 });
      for (let attempt = 0; attempt < (mode === 'down' ? 4 : 2); attempt += 1)
        expect((await browser.validate(email, code)).statusCode).toBe(status);
    }
    await portal.sandbox.reset();
    const challenge = (await readRows(portal.db, 'login_challenge', {}, 'id')).at(-1);
    expect(challenge?.attempts).toBe(0);
    const throttle = portal.db.selectFrom('login_throttle').select('failures').where('failures', '>', 0);
    const failures = await throttle.execute();
    expect((await browser.validate(email, code)).statusCode).toBe(200);
    expect(await throttle.execute()).toEqual(failures);
  });

  test('[LOGIN-8] whose response is lost leaves no session; a new code gets in', async () => {
    const email = await tagged('plain');
    const { browser, code } = await requested(email);
    const before = await sessions();
    await control('lose-answers', { calls: 1 });
    expect((await browser.validate(email, code)).statusCode).toBe(503);
    expect((await browser.validate(email, code)).json().code).toBe('login.invalid-code');
    expect(await sessions()).toBe(before);
    await browser.send(email);
    expect((await browser.validate(email, await portal.mailedCode(email, 2))).statusCode).toBe(200);
  });
});

test('[OBSERVE-1] a service that is away shows in the health check, which stays ready', async () => {
  const email = await tagged('plain');
  const health = async () => (await portal.inject({ url: '/myaccount/health/ready' })).json();
  expect((await health()).services.auth0).toBe('ok');
  await control('down');
  for (let attempt = 0; attempt < 6; attempt += 1) await visitor().send(email);
  expect((await health()).services.auth0).toBe('away');
  expect((await health()).status).toBe('ok');
  await portal.sandbox.reset();
  const statusOfSend = async () => (await visitor().send(email)).statusCode;
  await expect.poll(statusOfSend, { interval: 500 }).toBe(200);
  expect((await health()).services.auth0).toBe('ok');
});

test('[LOGIN-8] at the debug level the log says what the service answered, and no address, code, token, or secret', async () => {
  const email = await tagged('plain');
  const { browser, code } = await requested(email);
  await browser.validate(email, code);
  const paths = lines.filter(({ msg }) => msg === 'identity service answered').map(({ path }) => path);
  expect(paths).toEqual(['/passwordless/start', '/oauth/token', '/userinfo']);
  const text = JSON.stringify(lines);
  for (const secret of [email, code, 'test-client-secret', 'eyJ', 'Bearer'])
    expect(text.includes(secret), secret).toBe(false);
});

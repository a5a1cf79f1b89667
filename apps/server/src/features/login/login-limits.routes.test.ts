import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let hiding: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '127.0.0.1', LOGIN_SECONDS_BETWEEN_CODES: '0' });
  hiding = await startTestPortal({ LOGIN_REVEAL_UNKNOWN_EMAIL: 'false', LOGIN_SECONDS_BETWEEN_CODES: '1' });
});
afterAll(() => Promise.all([portal.close(), hiding.close()]));

const sendFrom = (address: string, email: string) =>
  portal.post('/login/otp/send', { email }, undefined, { 'x-forwarded-for': address });
const tryFrom = (address: string, email: string) =>
  portal.post('/login/otp/validate', { email, otp: '000000' }, undefined, { 'x-forwarded-for': address });

describe('rate limits of signing in', () => {
  test('[LOGIN-9] five codes per address in 15 minutes, wherever the requests come from', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await sendFrom(`203.0.113.${sent}`, emailAddress)).statusCode).toBe(200);
    }
    const sixth = await sendFrom('203.0.113.99', emailAddress);
    expect(sixth.statusCode).toBe(429);
    expect(sixth.json().code).toBe('login.too-many-codes');
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('[LOGIN-9] thirty codes per client, with an IPv6 /64 network as one client', async () => {
    for (let sent = 0; sent < 30; sent += 1) {
      await sendFrom(`2001:db8:1:2::${sent + 1}`, `stranger${sent}@example.com`);
    }
    expect((await sendFrom('2001:db8:1:2:ffff::1', 'stranger@example.com')).statusCode).toBe(429);
    expect((await sendFrom('2001:db8:1:3::1', 'stranger@example.com')).statusCode).toBe(400);
  });

  test('[LOGIN-9] sixty attempts per client', async () => {
    for (let tried = 0; tried < 60; tried += 1) {
      expect((await tryFrom('198.51.100.7', 'nobody@example.com')).statusCode).toBe(400);
    }
    const refused = await tryFrom('198.51.100.7', 'nobody@example.com');
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe('login.too-many-tries');
  });

  test('[LOGIN-9] unusually many codes raise an alarm but refuse nobody', async () => {
    const alarmed = await startTestPortal({ LOGIN_ALARM_AT_CODES: '2', LOG_LEVEL: 'error' });
    const lines: string[] = [];
    alarmed.portal.log.error = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    for (let sent = 0; sent < 3; sent += 1) {
      const { emailAddress } = await buildLogin(alarmed.db);
      expect((await alarmed.post('/login/otp/send', { email: emailAddress })).statusCode).toBe(200);
    }
    expect(lines.join()).toContain('login.codes');
    await alarmed.close();
  });

  test('[LOGIN-9] limits hold across servers because the database counts them', async () => {
    const rows = await portal.db
      .selectFrom('rate_limit' as never)
      .selectAll()
      .execute();
    expect(rows.length).toBeGreaterThan(0);
  });

  test('[LOGIN-2] an unknown address gets the same response as a known one if the operator hides it', async () => {
    const { emailAddress } = await buildLogin(hiding.db);
    const [known, unknown] = [emailAddress, 'nobody@example.com'].map((email) =>
      hiding.post('/login/otp/send', { email }),
    );
    expect((await known)?.statusCode).toBe(200);
    expect((await unknown)?.json()).toEqual((await known)?.json());
  });

  test('[LOGIN-9] refuses a second code too soon after the first, with the time to wait', async () => {
    const { emailAddress } = await buildLogin(hiding.db);
    await hiding.post('/login/otp/send', { email: emailAddress });
    const second = await hiding.post('/login/otp/send', { email: emailAddress });
    expect(second.statusCode).toBe(429);
    expect(second.headers['retry-after']).toBe('1');
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

const minute = 60_000;
let login: BuiltLogin;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildLogin(portal.db);
});

const useInfo = (token: string) =>
  portal.get(
    '/customer/info',
    { CustomerID: login.account.customerNumber, AccountNumber: login.account.accountNumber },
    token,
  );
const useList = (token: string) =>
  portal.get('/invoices/all', { billing_account_id: login.account.id }, token);

describe('a session', () => {
  test('[LOGIN-10] after logout every call refuses the token immediately', async () => {
    const token = await portal.signIn(login.emailAddress);
    expect((await useInfo(token)).statusCode).toBe(200);
    expect((await portal.get('/login/otp/logout', {}, token)).statusCode).toBe(200);
    expect((await useInfo(token)).statusCode).toBe(401);
    expect((await useList(token)).statusCode).toBe(401);
    expect((await portal.get('/login/otp/logout', {}, token)).statusCode).toBe(401);
  });

  test('[LOGIN-7] times out after thirty idle minutes; each use restarts them', async () => {
    const token = await portal.signIn(login.emailAddress);
    for (let use = 0; use < 3; use += 1) {
      portal.clock.advance(20 * minute);
      expect((await useInfo(token)).statusCode).toBe(200);
      await portal.portal.seenSessions.write();
    }
    portal.clock.advance(31 * minute);
    expect((await useInfo(token)).statusCode).toBe(401);
  });

  test('[LOGIN-7] the optimized list of invoices keeps a session alive too', async () => {
    const token = await portal.signIn(login.emailAddress);
    for (let use = 0; use < 3; use += 1) {
      portal.clock.advance(20 * minute);
      expect((await useList(token)).statusCode).toBe(200);
      await portal.portal.seenSessions.write();
    }
    portal.clock.advance(31 * minute);
    expect((await useList(token)).statusCode).toBe(401);
  });

  test('[LOGIN-7, METRICS-1] an open metrics page does not keep a session alive', async () => {
    const token = await portal.signIn(login.emailAddress);
    const useMetrics = () =>
      portal.get(
        '/login/otp/login-stats',
        { startTime: '0', endTime: portal.clock.now().toISOString() },
        token,
      );
    for (let use = 0; use < 2; use += 1) {
      portal.clock.advance(14 * minute);
      expect((await useMetrics()).statusCode).toBe(200);
      await portal.portal.seenSessions.write();
    }
    portal.clock.advance(3 * minute);
    expect((await useMetrics()).statusCode).toBe(401);
  });

  test('[LOGIN-7] updates its last use once a minute, not on every call', async () => {
    const token = await portal.signIn(login.emailAddress);
    const lastSeen = async () => {
      const sessions = portal.db.selectFrom('session').select('last_seen_at').orderBy('created_at', 'desc');
      return (await sessions.executeTakeFirstOrThrow()).last_seen_at.getTime();
    };
    const openedAt = portal.clock.now().getTime();
    portal.clock.advance(minute - 1);
    await Promise.all([useInfo(token), useList(token)]);
    await portal.portal.seenSessions.write();
    expect(await lastSeen()).toBe(openedAt);
    portal.clock.advance(2);
    await Promise.all([useInfo(token), useList(token), useList(token)]);
    await portal.portal.seenSessions.write();
    expect(await lastSeen()).toBe(openedAt + minute + 1);
  });

  test('[LOGIN-7] expires after eight hours of any use', async () => {
    const token = await portal.signIn(login.emailAddress);
    for (let use = 0; use < 24; use += 1) {
      portal.clock.advance(19 * minute);
      expect((await useInfo(token)).statusCode).toBe(200);
      await portal.portal.seenSessions.write();
    }
    portal.clock.advance(25 * minute);
    expect((await useInfo(token)).statusCode).toBe(401);
  });

  test('[API-25] is refused without the scheme, and stores only the hash of its token', async () => {
    const token = await portal.signIn(login.emailAddress);
    const response = await portal.inject({
      url: `/myaccount/api/invoices/all?billing_account_id=${login.account.id}`,
      headers: { authorization: token },
    });
    expect(response.statusCode).toBe(401);
    const rows = await portal.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer x'.repeat(200),
    'Bearer eyJhbGciOiJub25lIn0.e30.',
  ])('[API-25] “%s” is no token', async (authorization) => {
    const response = await portal.inject({
      url: '/myaccount/api/login/otp/logout',
      headers: { authorization },
    });
    expect(response.statusCode).toBe(401);
  });
});

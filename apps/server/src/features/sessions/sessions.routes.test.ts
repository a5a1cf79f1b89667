import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';

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

  test.each([
    ['each use', useInfo],
    ['the optimized list of invoices', useList],
  ])('[LOGIN-7] times out after thirty idle minutes; %s restarts them', async (_what, use) => {
    const token = await portal.signIn(login.emailAddress);
    for (let times = 0; times < 3; times += 1) {
      portal.clock.advance(20 * minute);
      expect((await use(token)).statusCode).toBe(200);
      await portal.portal.seenSessions.write();
    }
    portal.clock.advance(31 * minute);
    expect((await use(token)).statusCode).toBe(401);
  });

  test('[LOGIN-7, METRICS-1] an open metrics page does not keep a session alive', async () => {
    const token = await portal.signIn(login.emailAddress);
    const range = () => ({ startTime: '0', endTime: portal.clock.now().toISOString() });
    const useMetrics = () => portal.get('/login/otp/login-stats', range(), token);
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

  test('[API-25] stores only the hash of its token', async () => {
    const token = await portal.signIn(login.emailAddress);
    const rows = await readRows(portal.db, 'session');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

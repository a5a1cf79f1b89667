import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allowAccount } from '../../testing/builders/login.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { recordingLog, startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';

const lines: Record<string, unknown>[] = [];
const limits = { PAGE_EVENTS_PER_LOGIN: '3', PAGE_EVENTS_PER_CLIENT: '5', PAGE_EVENTS_PER_ACCOUNT: '4' };
const portal = forFile(() => startTestPortal({ TRUST_PROXY: '127.0.0.1', ...limits }, recordingLog(lines)));
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => {
  portal.clock.advance(3_600_000);
});

const visitor = () => buildCustomer(portal);

async function log(
  { account, token }: Pick<Customer, 'account' | 'token'>,
  { from = '203.0.113.1', ...fields }: { from?: string; action?: string; error?: string } = {},
) {
  const body = { accountNumber: account.accountNumber, action: 'page opened', ...fields };
  return await portal.post('/logger/log', body, token, { 'x-forwarded-for': from });
}

const storedOf = ({ account }: Customer) => readRows(portal.db, 'page_event', { account_id: account.id });

describe('[API-21] the events of a page are limited', () => {
  test('per login, wherever it comes from', async () => {
    const login = await visitor();
    const statuses = [];
    for (const host of [1, 2, 3, 4])
      statuses.push((await log(login, { from: `203.0.113.${host}` })).statusCode);
    expect(statuses).toEqual([202, 202, 202, 429]);
    expect((await log(login)).headers['retry-after']).toBe('900');
    expect(await storedOf(login)).toHaveLength(3);
    expect((await log(await visitor())).statusCode).toBe(202);
    portal.clock.advance(900_000);
    expect((await log(login)).statusCode).toBe(202);
  });

  test('per client network, whoever is signed in; an IPv6 /64 counts as one', async () => {
    const [first, second] = [await visitor(), await visitor()];
    const hosts = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3'];
    for (const from of hosts) expect((await log(first, { from })).statusCode).toBe(202);
    for (const from of hosts.slice(1)) expect((await log(second, { from })).statusCode).toBe(202);
    expect((await log(second, { from: '2001:db8:0:1::9' })).statusCode).toBe(429);
    expect((await log(second, { from: '2001:db8:0:2::9' })).statusCode).toBe(202);
  });

  test('per account, whoever of its logins it is; somebody else’s account loses nothing', async () => {
    const [owner, member, stranger] = [await visitor(), await visitor(), await visitor()];
    await allowAccount(portal.db, member.loginId, owner.account, 'member');
    const asStranger = { account: owner.account, token: stranger.token };
    for (const host of [7, 8, 9])
      expect((await log(asStranger, { from: `198.51.100.${host}` })).statusCode).toBe(404);
    const asMember = { account: owner.account, token: member.token };
    for (const host of [1, 2]) await log(owner, { from: `198.51.100.${host}` });
    for (const host of [3, 4])
      expect((await log(asMember, { from: `198.51.100.${host}` })).statusCode).toBe(202);
    expect((await log(asMember, { from: '198.51.100.5' })).statusCode).toBe(429);
    expect(await storedOf(owner)).toHaveLength(4);
  });
});

test('[API-21] a text from a page is never part of the server’s log, and is stored as data', async () => {
  const login = await visitor();
  const error = 'failed\r\n{"level":60,"msg":"forged"}\u2028\u001b[2J';
  expect((await log(login, { error })).statusCode).toBe(202);
  expect(JSON.stringify(lines)).not.toContain('forged');
  expect(await storedOf(login)).toMatchObject([{ error }]);
});

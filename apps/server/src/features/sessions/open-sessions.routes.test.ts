import { expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';

const minute = 60_000;
const portal = forFile(() => startTestPortal());

interface ListedSession {
  readonly id: string;
  readonly isCurrent: boolean;
}

async function list(token: string): Promise<ListedSession[]> {
  const response = await portal.get('/sessions', {}, token);
  expect(response.statusCode).toBe(200);
  return response.json();
}

const end = (id: unknown, token?: string) => portal.post('/sessions/end', { id }, token);
const endAll = (token = 'none') => portal.post('/sessions/end-all', undefined, token);
const use = async (token: string) => (await portal.get('/accounts', {}, token)).statusCode;

const auditOf = ({ loginId }: BuiltLogin) =>
  readRows(portal.db, 'login_audit_entry', { login_id: loginId }, 'id');

async function describeLatest(values: object): Promise<void> {
  const latest = portal.db.selectFrom('session').select('id').orderBy('created_at', 'desc').limit(1);
  await portal.db.updateTable('session').set(values).where('id', 'in', latest).execute();
}

test('[SESSIONS-1] lists the open sessions: device, network, times, and which one asks', async () => {
  const login = await buildLogin(portal.db);
  const signedInAt = portal.clock.now().toISOString();
  const phone = await portal.signIn(login.emailAddress);
  await describeLatest({
    client_address: '203.0.113.77',
    user_agent: 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  });
  portal.clock.advance(10 * minute);
  const current = await portal.signIn(login.emailAddress);
  portal.clock.advance(5 * minute);
  const now = portal.clock.now().toISOString();
  expect(await list(current)).toEqual([
    {
      id: expect.any(String),
      browser: null,
      system: null,
      network: '127.0.0.x',
      signedInAt: new Date(Date.parse(now) - 5 * minute).toISOString(),
      lastUsedAt: now,
      isCurrent: true,
    },
    {
      id: expect.any(String),
      browser: 'Firefox',
      system: 'Android',
      network: '203.0.113.x',
      signedInAt,
      lastUsedAt: signedInAt,
      isCurrent: false,
    },
  ]);
  expect((await list(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
});

test('[SESSIONS-1] others are listed in the order of their last use', async () => {
  const login = await buildLogin(portal.db);
  const tokens = [await portal.signIn(login.emailAddress)];
  for (let session = 0; session < 2; session += 1) {
    portal.clock.advance(minute);
    tokens.push(await portal.signIn(login.emailAddress));
  }
  portal.clock.advance(2 * minute);
  const [first = '', second = '', current = ''] = tokens;
  const idOf = async (token: string) => (await list(token))[0]?.id;
  await use(first);
  await portal.portal.seenSessions.write();
  const ids = (await list(current)).map(({ id }) => id);
  expect(ids).toEqual([await idOf(current), await idOf(first), await idOf(second)]);
});

test('[SESSIONS-1] ids are neither the token nor its hash, and open nothing', async () => {
  const { token } = await buildCustomer(portal);
  const [{ id } = { id: '' }] = await list(token);
  const { token_hash: hash } = await readRow(portal.db, 'session', { id });
  for (const secret of [token, hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')]) {
    expect(id).not.toContain(secret);
  }
  expect(await use(id)).toBe(401);
});

test.each([
  ['ended', { ended_at: new Date(0) }],
  ['expired', { expires_at: new Date(0) }],
  ['idle too long', { last_seen_at: new Date(0) }],
])('[SESSIONS-1] a session that is %s is not listed, and cannot be ended', async (_state, values) => {
  const login = await buildCustomer(portal);
  const { token } = login;
  portal.clock.advance(1);
  await portal.signIn(login.emailAddress);
  const other = (await list(token)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
  await changeRows(portal.db, 'session', { id: other }, values);
  expect(await list(token)).toHaveLength(1);
  expect((await end(other, token)).statusCode).toBe(404);
  expect(await auditOf(login)).toEqual([]);
});

test('[SESSIONS-1] ending one refuses its token at once, and no other', async () => {
  const login = await buildLogin(portal.db);
  const [token, lost] = [await portal.signIn(login.emailAddress), await portal.signIn(login.emailAddress)];
  const other = (await list(token)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
  const response = await end(other, token);
  expect([response.statusCode, response.json()]).toEqual([200, { status: 200 }]);
  expect([await use(lost), await use(token)]).toEqual([401, 200]);
  // Calls that resolve the session together with their data refuse it too.
  const bills = await portal.get('/invoices/all', { billing_account_id: login.account.id }, lost);
  expect(bills.statusCode).toBe(401);
  expect((await list(token)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  expect(await auditOf(login)).toMatchObject([
    {
      login_id: login.loginId,
      actor: `login:${login.loginId}`,
      action: 'sessions.ended',
      detail: { sessions: 1 },
      client_address: '127.0.0.1',
    },
  ]);
});

test('[SESSIONS-1] of two that end one session at once, one does', async () => {
  const login = await buildLogin(portal.db);
  const [token] = [await portal.signIn(login.emailAddress), await portal.signIn(login.emailAddress)];
  const other = (await list(token)).find(({ isCurrent }) => !isCurrent)?.id;
  const responses = await Promise.all([1, 2, 3].map(() => end(other, token)));
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
  expect(await auditOf(login)).toHaveLength(1);
});

test('[SESSIONS-1] the session that asks can end itself', async () => {
  const { token } = await buildCustomer(portal);
  const [own] = await list(token);
  expect((await end(own?.id, token)).statusCode).toBe(200);
  expect(await use(token)).toBe(401);
});

test('[SESSIONS-1] signing out everywhere ends every session of the login, and nobody else’s', async () => {
  const [login, stranger] = [await buildLogin(portal.db), await buildLogin(portal.db)];
  const tokens = [await portal.signIn(login.emailAddress), await portal.signIn(login.emailAddress)];
  const other = await portal.signIn(stranger.emailAddress);
  expect((await endAll(tokens[0])).statusCode).toBe(200);
  expect([await use(tokens[0] ?? ''), await use(tokens[1] ?? ''), await use(other)]).toEqual([401, 401, 200]);
  expect(await auditOf(login)).toMatchObject([{ action: 'sessions.ended', detail: { sessions: 2 } }]);
});

test('[API-25] a wrong body is refused', async () => {
  const { token } = await buildCustomer(portal);
  for (const id of [undefined, '', 7, null]) {
    expect((await end(id, token)).json()).toMatchObject({ status: 400, errors: [{ field: 'id' }] });
  }
});

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { allowAccount, buildLogin } from '../testing/builders/login.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal, testSettings } from '../testing/portal.ts';
import { runOps } from '../testing/run-ops.ts';
import { failAsStrangers, newVisitor, signInByCode } from '../testing/visitor.ts';

const portal = forFile(() => startTestPortal({ TRUST_PROXY: '127.0.0.1', LOGIN_MAILS_PER_ADDRESS: '1000' }));
beforeAll(async () => {
  // The commands run by the real clock: to them, a session that was opened by another one may have expired.
  portal.clock.advance(Date.now() - portal.clock.now().getTime());
});

/** Runs `ops` like an operator and returns exit code and output. */
const ops = (...args: string[]) => runOps(testSettings(portal.portal.config.databaseUrl), args);

async function audited(action: string) {
  const entriesOf = async (table: 'audit_entry' | 'login_audit_entry', about: 'account_id' | 'login_id') =>
    await portal.db
      .selectFrom(table as 'audit_entry')
      .select([sql.ref(about).as('about'), 'actor', 'detail'])
      .where('action', '=', action)
      .orderBy('id')
      .execute();
  return {
    ofAccounts: await entriesOf('audit_entry', 'account_id'),
    ofLogins: await entriesOf('login_audit_entry', 'login_id'),
  };
}

const statusOf = async (token: string) =>
  (await portal.get('/payments', { billing_account_id: 'x' }, token)).statusCode;

test('[OPS-2] ends the sessions of an account or of one login, and of nobody else', async () => {
  const owner = await buildLogin(portal.db);
  const member = await buildLogin(portal.db);
  await allowAccount(portal.db, member.loginId, owner.account, 'member');
  const tokens = await Promise.all(
    [owner, owner, member].map(({ emailAddress }) => portal.signIn(emailAddress)),
  );
  const { account } = owner;

  const byAddress = ['end-sessions', ` ${owner.emailAddress.toUpperCase()}`, '--by', 'Kim'];
  expect(await ops(...byAddress)).toEqual({ code: 0, out: 'Sessions ended: 2\n', err: '' });
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 404]);

  const again = await portal.signIn(owner.emailAddress);
  const byAccount = await ops('end-sessions', account.accountNumber, '--by', 'Kim');
  expect(byAccount).toEqual({ code: 0, out: 'Sessions ended: 2\n', err: '' });
  expect(await Promise.all([...tokens, again].map(statusOf))).toEqual([401, 401, 401, 401]);

  const { ofAccounts, ofLogins } = await audited('sessions.ended');
  expect(ofAccounts).toMatchObject([{ about: account.id, actor: 'operator:Kim' }]);
  expect(ofLogins).toEqual([
    { about: owner.loginId, actor: 'operator:Kim', detail: { loginIds: [owner.loginId], sessions: 2 } },
  ]);
});

test('[OPS-2] unlocks a login: its owner can request a code again, other addresses stay limited', async () => {
  const [locked, other] = [await buildLogin(portal.db), await buildLogin(portal.db)];
  // During the pause after a code, the answer has no challenge.
  const getsCode = async (email: string) =>
    'challenge' in (await portal.post('/login/otp/send', { email })).json();
  for (const { emailAddress } of [locked, other]) {
    expect([await getsCode(emailAddress), await getsCode(emailAddress)]).toEqual([true, false]);
  }
  const unlocked = await ops('unlock-login', locked.emailAddress, '--by', 'Kim');
  expect(unlocked).toEqual({ code: 0, out: `Unlocked: ${locked.emailAddress}\n`, err: '' });
  expect([await getsCode(locked.emailAddress), await getsCode(other.emailAddress)]).toEqual([true, false]);
  expect(await audited('login.unlocked')).toEqual({
    ofAccounts: [],
    ofLogins: [{ about: locked.loginId, actor: 'operator:Kim', detail: { loginId: locked.loginId } }],
  });
});

test('[OPS-2] unlocks a login after the last guess: browsers that never signed in get codes again', async () => {
  const [{ emailAddress }, other] = [await buildLogin(portal.db), await buildLogin(portal.db)];
  const methodFor = async (email: string, address: string) =>
    (await newVisitor(portal, address).send(email)).json().method;
  for (const email of [emailAddress, other.emailAddress]) {
    await failAsStrangers(portal, email, 100);
    expect(await methodFor(email, '192.0.2.1')).toBe('link');
  }
  expect((await ops('unlock-login', emailAddress, '--by', 'Kim')).code).toBe(0);
  expect(await methodFor(emailAddress, '192.0.2.1')).toBe('code');
  expect(await methodFor(other.emailAddress, '192.0.2.2')).toBe('link');
});

test('[OPS-2] forgets the browsers that signed in before, of that login alone', async () => {
  const [login, other] = [await buildLogin(portal.db), await buildLogin(portal.db)];
  for (const { emailAddress } of [login, other]) {
    await signInByCode(portal, newVisitor(portal, '192.0.2.3'), emailAddress);
  }
  const recognized = () =>
    portal.db.selectFrom('login_browser').select('login_id').where('revoked_at', 'is', null).execute();
  const args = ['end-sessions', login.emailAddress, '--by', 'Kim'];
  expect((await ops(...args)).out).toBe('Sessions ended: 1\n');
  expect(await recognized()).toHaveLength(2);
  const forgotten = await ops(...args, '--forget-browsers');
  expect(forgotten).toEqual({ code: 0, out: 'Sessions ended: 0\nBrowsers forgotten: 1\n', err: '' });
  expect(await recognized()).toEqual([{ login_id: other.loginId }]);
  expect((await audited('sessions.ended')).ofLogins.at(-1)?.detail).toMatchObject({
    sessions: 0,
    browsers: 1,
  });
});

test('[OPS-2] refuses an unknown account or address, in one sentence', async () => {
  expect(await ops('end-sessions', '999', '--by', 'Kim')).toEqual({
    code: 1,
    out: '',
    err: 'There is no account or login 999\n',
  });
  const unknown = await ops('unlock-login', 'nobody@example.com', '--by', 'Kim');
  expect([unknown.code, unknown.err]).toEqual([1, 'There is no login nobody@example.com\n']);
});

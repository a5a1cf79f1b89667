import { beforeAll, expect, test } from 'vitest';
import { buildSaver } from '../testing/account-saver.ts';
import { allowAccount } from '../testing/builders/login.ts';
import { forFile } from '../testing/for-tests.ts';
import { completeChange, enterCode, namePin } from '../testing/lost-login.ts';
import { startTestPortal, testSettings } from '../testing/portal.ts';
import { changeRows, readRows } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';

const portal = forFile(() => startTestPortal({ TRUST_PROXY: '127.0.0.1' }));
const minuteMs = 60_000;
const by = ['--by', 'Kim', '--reason', 'lost the mailbox'];
// The commands run by the real clock.
beforeAll(() => portal.clock.advance(Date.now() - portal.clock.now().getTime()));

const ops = (...args: string[]) => runOps(testSettings(portal.portal.config.databaseUrl), args);
const change = (from: string, to: string, ...more: string[]) =>
  ops('change-login', from, '--to', to, ...by, ...more);
const waits = async (loginId: string) => await readRows(portal.db, 'login_change', { login_id: loginId });
const mailCount = async () => (await readRows(portal.db, 'outbox')).length;
const show = async (accountNumber: string) => (await ops('show', accountNumber)).out;

/** Builds a customer who named the PIN on the phone a moment ago. */
async function buildCaller() {
  const saver = await buildSaver(portal);
  await namePin(portal, saver);
  return saver;
}

test('[LOST-1] says what would happen, and then has it wait, as show says', async () => {
  const caller = await buildCaller();
  const { loginId, emailAddress, account } = caller;
  const before = await mailCount();
  const dry = await change(` ${emailAddress.toUpperCase()}`, 'Next@Example.com', '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toMatch(
    /^Would wait: a code sent to Next@Example\.com completes it from 2\S+Z until 2\S+Z\n$/,
  );
  expect([await waits(loginId), await mailCount()]).toEqual([[], before]);
  const done = await change(emailAddress, 'Next@Example.com');
  expect(done.out.replace(/^Waits/, 'Would wait').replaceAll(/\d+\.\d+Z/g, '')).toBe(
    dry.out.replaceAll(/\d+\.\d+Z/g, ''),
  );
  const [row] = await waits(loginId);
  expect(row).toMatchObject({ from_address: emailAddress, to_address: 'next@example.com' });
  const waitMs = Number(row?.opens_at) - Date.now();
  expect(Math.round(waitMs / minuteMs)).toBe(24 * 60);
  expect(Number(row?.expires_at) - Number(row?.opens_at)).toBe(7 * 24 * 60 * minuteMs);
  expect(await show(account.accountNumber)).toMatch(
    /changes to next@example\.com by a code from 2\S+Z until 2\S+Z\n/,
  );
  const [entry] = await readRows(portal.db, 'login_audit_entry', { action: 'login.change-requested' });
  expect(entry).toMatchObject({
    login_id: loginId,
    actor: 'operator:Kim',
    detail: { from: emailAddress, to: 'next@example.com', reason: 'lost the mailbox' },
  });
});

test('[LOST-1] refuses, in one sentence, and nothing waits', async () => {
  const caller = await buildCaller();
  const { emailAddress: from } = caller;
  const other = await buildCaller();
  await change(other.emailAddress, 'promised@example.com');
  const to = 'fresh@example.com';
  const cases = [
    [await change('nobody@example.com', to), 'There is no login nobody@example.com'],
    [await ops('change-login', from, '--to', to, '--by', 'Kim', '--reason', ' '), 'Say the reason'],
    [await change(from, 'fresh@example'), 'No mail can be sent to fresh@example'],
    [await change(from, 'j\u00f6rg@example.com'), 'No mail can be sent to j\u00f6rg@example.com'],
    [await change(from, from.toUpperCase()), `${from} signs in with this address already`],
    [await change(from, other.emailAddress.toUpperCase()), /^Another login has USER\d+@/],
    [await change(from, 'promised@example.com'), 'Another login has promised@example.com, or is going to'],
    [await change('promised@example.com', to), 'There is no login promised@example.com'],
    [await change(from, to, '--stop'), 'Name the new address with --to, or --stop alone'],
    [await ops('change-login', from, ...by), 'Name the new address with --to, or --stop alone'],
    [
      await ops('change-login', from, '--stop', '--dry-run', ...by),
      'Name the new address with --to, or --stop alone',
    ],
  ] as const;
  for (const [{ code, err, out }, sentence] of cases) {
    expect([code, out]).toEqual([1, '']);
    expect(err.trim()).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  }
  expect(await waits(caller.loginId)).toEqual([]);
  expect(await change(from, to)).toMatchObject({ code: 0 });
  const again = `A change of this sign-in address waits already: --stop stops it\n`;
  expect(await change(from, 'more@example.com')).toEqual({ code: 1, out: '', err: again });
  expect(await change(from, 'more@example.com', '--dry-run')).toEqual({ code: 1, out: '', err: again });
});

test('[LOST-1] only after the PIN of one of its accounts was named, in the last ten minutes, and not wrong since', async () => {
  const saver = await buildSaver(portal);
  const { emailAddress: from } = saver;
  const tried = async () => (await change(from, 'later@example.com', '--dry-run')).err;
  const never = 'Verify the PIN first: none was named in the last 10 minutes\n';
  await namePin(portal, await buildSaver(portal));
  expect(await tried()).toBe(never);
  portal.clock.advance(-10 * minuteMs - 5_000);
  await namePin(portal, saver);
  portal.clock.advance(10 * minuteMs + 5_000);
  expect(await tried()).toBe(never);
  portal.clock.advance(-9 * minuteMs);
  await namePin(portal, saver);
  portal.clock.advance(9 * minuteMs);
  expect(await tried()).toBe('');
  await namePin(portal, saver, '0000');
  expect(await tried()).toBe('The last PIN that was named did not match\n');
  // Of a second account of the login.
  const second = await buildSaver(portal);
  await allowAccount(portal.db, saver.loginId, second.account, 'member');
  await namePin(portal, second);
  expect(await tried()).toBe('');
});

test('[LOST-2] an operator stops it, too, with a reason; another can follow', async () => {
  const caller = await buildCaller();
  const { emailAddress: from, account, loginId } = caller;
  const stop = (...args: string[]) => ops('change-login', from, '--stop', ...args);
  expect((await stop(...by)).err).toBe(`No change of ${from} waits\n`);
  await change(from, 'one@example.com');
  expect((await stop('--by', 'Kim', '--reason', ' ')).err).toBe('Say the reason\n');
  expect((await ops('change-login', 'nobody@example.com', '--stop', ...by)).err).toMatch('There is no login');
  expect(await stop(...by)).toEqual({ code: 0, out: `Stopped: ${from} stays\n`, err: '' });
  expect(await show(account.accountNumber)).toMatch(/change to one@example\.com stopped 2\S+Z\n/);
  const entries = await readRows(portal.db, 'login_audit_entry', {
    login_id: loginId,
    action: 'login.change-stopped',
  });
  expect(entries).toMatchObject([{ actor: 'operator:Kim', detail: { reason: 'lost the mailbox' } }]);
  expect((await change(from, 'two@example.com')).code).toBe(0);
  await changeRows(portal.db, 'login_change', { login_id: loginId }, { expires_at: portal.clock.now() });
  expect(await show(account.accountNumber)).toMatch(/change to two@example\.com lapsed 2\S+Z\n/);
});

test('[LOST-4] show says the change and the hold', async () => {
  const caller = await buildCaller();
  expect((await completeChange(portal, caller, 'held@example.com')).statusCode).toBe(200);
  const text = await show(caller.account.accountNumber);
  expect(text).toMatch(`changed from ${caller.emailAddress} 2`);
  expect(text).toMatch(/methods, e-mail, and PIN on hold until 2\S+Z\n/);
  await changeRows(
    portal.db,
    'login',
    { id: caller.loginId },
    { security_hold_until: new Date(Date.now() - 1) },
  );
  expect(await show(caller.account.accountNumber)).not.toContain('on hold');
});

test('[LOST-3] unlock-login knows the new address of a change that waited', async () => {
  const caller = await buildCaller();
  await change(caller.emailAddress, 'open@example.com');
  const past = new Date(Date.now() - minuteMs);
  expect((await ops('unlock-login', 'open@example.com', '--by', 'Kim')).code).toBe(1);
  await changeRows(portal.db, 'login_change', { login_id: caller.loginId }, { opens_at: past });
  expect((await ops('unlock-login', 'open@example.com', '--by', 'Kim')).code).toBe(0);
  expect((await enterCode(portal, 'open@example.com')).statusCode).toBe(200);
});

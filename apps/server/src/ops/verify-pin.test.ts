import { expect, test } from 'vitest';
import { type AccountSaver, buildSaver, saveInfo, withCustomer } from '../testing/account-saver.ts';
import { buildLogin } from '../testing/builders/login.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal, testSettings } from '../testing/portal.ts';
import { runOps } from '../testing/run-ops.ts';
import { listAudit } from '../testing/traces.ts';

const portal = forFile(() => startTestPortal());

/** Runs `ops` like an operator who types `input`. */
const ops = (input: string, ...args: string[]) =>
  runOps(testSettings(portal.portal.config.databaseUrl), args, input);

const verify = ({ account }: Pick<AccountSaver, 'account'>, pin: string) =>
  ops(pin, 'verify-pin', account.accountNumber, '--by', 'Kim');

test('[OPS-2, PIN-2] says whether a PIN matches, five times an hour, and audits each try without it, as what it was', async () => {
  const saver = await buildSaver(portal);
  expect(await verify(saver, '4821\n')).toEqual({ code: 0, out: 'The PIN matches\n', err: '' });
  const nothing = await verify(saver, ' \n');
  expect(nothing).toEqual({ code: 1, out: '', err: 'Type the PIN that the caller says\n' });
  for (const wrong of ['4822', '482', '48211', '0000']) {
    expect(await verify(saver, wrong)).toEqual({ code: 1, out: '', err: 'The PIN does not match\n' });
  }
  expect((await verify(saver, '4821')).err).toContain('Too many tries');
  const entries = await listAudit(portal, saver);
  expect(entries.map(({ detail }) => (detail as { result: string }).result)).toEqual([
    'match',
    ...Array.from({ length: 4 }, () => 'no-match'),
    'too-many-tries',
  ]);
  expect(entries[0]).toMatchObject({ action: 'account-info.pin-verified', actor: 'operator:Kim' });
  expect(new Set(entries.slice(1).map(({ action }) => action))).toEqual(
    new Set(['account-info.pin-refused']),
  );
  expect(JSON.stringify(entries)).not.toContain('4821');
});

test('[OPS-2] an account without a PIN matches none, and an unknown account is named', async () => {
  expect((await verify(await buildLogin(portal.db), '4821')).err).toBe('The account has no PIN\n');
  const unknown = await ops('4821', 'verify-pin', 'nobody', '--by', 'Kim');
  expect(unknown).toEqual({ code: 1, out: '', err: 'There is no account nobody\n' });
});

test('[OPS-2] show tells preference, pending address, whether there is a PIN, and the last changes', async () => {
  const saver = await buildSaver(portal);
  const before = await ops('', 'show', saver.account.accountNumber);
  expect(before.out).toContain('notifications Email, PIN set, no waiting e-mail');
  await saveInfo(portal, saver, withCustomer(saver, { emailAddress: 'next@example.com', PIN: '9075' }));
  const { out } = await ops('', 'show', saver.account.accountNumber);
  expect(out).toContain(
    `PIN set, waiting e-mail next@example.com since 2026-11-24T17:00:00.000Z until 2026-12-01T17:00:00.000Z, saved by ${saver.emailAddress}`,
  );
  expect(out).toMatch(/account-info\.pin-changed\s+user.*127\.0\.0\.1/);
  expect(out).toContain('account-info.waiting-email-changed');
  expect(out).not.toMatch(/9075|4821/);
  const { out: other } = await ops('', 'show', (await buildLogin(portal.db)).account.accountNumber);
  expect(other).toContain('no PIN');
});

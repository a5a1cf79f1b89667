import { beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../platform/audit.ts';
import { allowAccount, type BuiltLogin, buildLogin } from '../testing/builders/login.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal, testSettings } from '../testing/portal.ts';
import { runOps } from '../testing/run-ops.ts';

const client = { address: '203.0.113.77', userAgent: '', correlationId: 'test-audit-1' };

let owner: BuiltLogin;
let number: string;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  owner = await buildLogin(portal.db);
  number = owner.account.accountNumber;
  const stranger = await buildLogin(portal.db);
  const member = await buildLogin(portal.db);
  await allowAccount(portal.db, member.loginId, owner.account, 'member');
  const entries = [
    { accountId: owner.account.id, actor: `login:${owner.loginId}`, action: 'paperless.changed', client },
    {
      loginId: owner.loginId,
      actor: `login:${owner.loginId}`,
      action: 'login.succeeded',
      client,
    },
    { loginId: member.loginId, actor: 'operator:Kim', action: 'login.unlocked' },
    {
      loginId: stranger.loginId,
      actor: `login:${stranger.loginId}`,
      action: 'login.succeeded',
      client,
    },
    { accountId: stranger.account.id, actor: `login:${stranger.loginId}`, action: 'autopay.on', client },
    {
      accountId: owner.account.id,
      actor: 'system',
      action: 'payments.made',
      detail: {
        paymentId: '01920000-1234-7000-8000-123456789012',
        reference: '4111111111111111',
        amountCents: 8_499,
        note: 'line\nbreak \u001b[31m',
        nested: [{ pin: '4071', Token: 'abc', typed: 4_111_111_111_111_111 }],
      },
    },
  ] as const;
  for (const entry of entries) {
    portal.clock.advance(60_000);
    await recordAudit(portal.db, { at: portal.clock.now(), ...entry });
  }
});

/** Runs `ops audit` like an operator and returns exit code and output. */
const audit = (...args: string[]) =>
  runOps(testSettings(portal.portal.config.databaseUrl), ['audit', ...args]);

const jsonOf = async (...args: string[]) => {
  const { code, out, err } = await audit(number, '--json', ...args);
  expect(err).toBe('');
  expect(code).toBe(0);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('[OPS-2] [API-21] says who did what, when, and from where: of the account and of its logins, newest first', async () => {
  const entries = await jsonOf();
  expect(entries.map(({ action, by, clientAddress }) => [action, by, clientAddress])).toEqual([
    ['payments.made', 'system', null],
    ['login.unlocked', 'operator:Kim', null],
    ['login.succeeded', owner.emailAddress, '203.0.113.77'],
    ['paperless.changed', owner.emailAddress, '203.0.113.77'],
  ]);
  expect(entries.at(-1)).toMatchObject({ at: '2026-11-24T17:01:00.000Z', correlationId: 'test-audit-1' });
});

test('[OPS-2] never shows a PIN, a token, or a full number', async () => {
  const [newest] = await jsonOf();
  expect(newest?.detail).toEqual({
    paymentId: '01920000-1234-7000-8000-123456789012',
    reference: '…1111',
    amountCents: 8_499,
    note: 'line\nbreak \u001b[31m',
    nested: [{ pin: '…', Token: '…', typed: '…1111' }],
  });
  const { out } = await audit(number);
  expect(out).not.toMatch(/4071|abc|4111111111111111/);
  expect(out).toContain(`2026-11-24T17:02:00.000Z  login.succeeded    ${owner.emailAddress}`);
  expect(out.split('\n')).toHaveLength(6);
  expect(out).not.toContain('\u001b');
});

test('[OPS-2] shows a page at a time, and what is since a day or an instant', async () => {
  const actions = async (...args: string[]) => (await jsonOf(...args)).map(({ action }) => action);
  expect(await actions('--size', '3')).toHaveLength(3);
  expect(await actions('--size', '3', '--page', '2')).toEqual(['paperless.changed']);
  expect(await actions('--since', '2026-11-24T17:03:00Z')).toEqual(['payments.made', 'login.unlocked']);
  expect(await actions('--since', '2026-11-24')).toHaveLength(4);
  expect(await actions('--since', '2026-11-25')).toEqual([]);
  expect((await audit(number, '--size', '3')).out).toMatch(/\n\nmore: --page 2\n$/);
  expect((await audit(number)).out).not.toContain('more');
});

test('[OPS-2] refuses an unknown account and bad options', async () => {
  expect(await audit('nobody')).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining('Nobody is found by “nobody”'),
  });
  const bad = [
    ['--since', 'yesterday'],
    ['--since', '2026-13-01'],
    ['--page', '0'],
    ['--size', '1001'],
    ['--size', 'x'],
  ];
  for (const args of bad) {
    const { code, err } = await audit(number, ...args);
    expect([code, err.includes('It must be')]).toEqual([1, true]);
  }
});

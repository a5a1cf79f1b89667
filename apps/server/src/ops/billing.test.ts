import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFile } from '../../../sandbox/src/personas/personas.ts';
import { type BillingTestPortal, startBillingPortal } from '../testing/billing-portal.ts';
import { runOps } from '../testing/run-ops.ts';

let portal: BillingTestPortal;
const lines = demoFile('2026-11-24');
const accounts = lines.flatMap((line) => (line.type === 'account' ? [line.accountNumber] : []));
const [account = '', other = ''] = accounts;
const run = (...args: string[]) => runOps(portal.settings, ['billing', ...args]);

beforeAll(async () => {
  portal = await startBillingPortal();
  await portal.importLines(lines);
  await portal.loadLines(lines);
}, 60_000);
afterAll(() => portal.close());

test('[LIVE-7] switch --dry-run finds nothing new in equal records, then each difference by account, and writes nothing', async () => {
  const same = await run('switch', '--dry-run');
  expect(same.out).toContain(`Accounts: ${accounts.length}, different: 0, charged by both: 0`);
  await portal.act(account, 'price', { amount: '41.00', notify: false });
  await portal.act(other, 'auto-payment', { on: true, notify: false });
  const { out, code } = await run('switch', '--dry-run');
  expect(out).toContain(`  account ${account}, monthlyPrice: nothing, there "41.00"`);
  expect(out).toContain(`${other}: automatic payment is on there`);
  expect(out).toContain('different: 1, charged by both: 1');
  expect(out).toContain('New bills are mailed by the portal: switch it off in billing');
  expect(code).toBe(0);
  expect((await portal.pool.query('select 1 from billing_reading')).rows).toEqual([]);
});

test('[LIVE-1] read prints what changed, and status what is behind and was not taken', async () => {
  const before = await run('status');
  expect(before.out).toMatch(
    /Answers\nFirst reading: under way\nAccounts read: 0, not yet: 0, oldest reading: never\nWaiting: 0\nNot taken: 0/,
  );
  const { out } = await run('read', account);
  expect(out).toContain(`${account}: read, 1 changes`);
  expect((await run('read', account)).out).toContain(`${account}: read, 0 changes`);
  await run('read', other);
  const after = await run('status');
  expect(after.out).toContain('Accounts read: 2');
  expect(after.out).toContain(`${other}  account ${other}, auto_payment: is on at billing`);
});

test('[LIVE-3] a billing system that is away is said in one sentence', async () => {
  await portal.sandbox.control({ processor: 'gotransverse', mode: 'down' } as never);
  const { code, err } = await run('read', account);
  expect([code, err.trim()]).toEqual([1, 'The billing system does not answer']);
  expect((await run('status')).out).toMatch(/^Away for 1 min/);
  await portal.sandbox.reset();
});

test('without a billing system the commands say so', async () => {
  const { code, err } = await runOps({ ...portal.settings, BILLING_SYSTEM: 'files' }, [
    'billing',
    'read',
    account,
  ]);
  expect([code, err.trim()]).toEqual([1, 'BILLING_SYSTEM is files: there is no billing system to ask']);
});

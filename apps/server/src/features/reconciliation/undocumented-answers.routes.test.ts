import { afterEach, expect, test, vi } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRow } from '../../testing/rows.ts';

const minute = 60_000;
const day = 1_440 * minute;

const portal = forFile(() => startPayingPortal({ SESSION_IDLE_SECONDS: '86400' }));
afterEach(() => {
  vi.restoreAllMocks();
  return portal.sandbox.reset();
});

const paymentOf = ({ account }: Payer) => readRow(portal.db, 'payment', { account_id: account.id });
const logged = (level: 'warn' | 'error') => {
  const lines = vi.spyOn(portal.portal.log, level);
  return () => JSON.stringify(lines.mock.calls);
};

test.each([
  ['transafe', 'transafe.settled', 2 * day],
  ['transafe', 'transafe.rows', 0],
  ['orbital', 'orbital.no-trace', 2 * day],
] as const)(
  '[PAY-6] a lost response of %s while %s is wrong: unknown with the name in the log, in manual review, never failed',
  async (processor, key, settlesInMs) => {
    const payer = await portal.buildPayer({ processor, token: `visa-4242-lost-${key.length}` });
    const lines = logged('warn');
    await portal.pay(payer);
    await portal.passTime(settlesInMs);
    await portal.sandbox.switchName(key, '');
    for (let hours = 0; hours < 26; hours += 13) {
      await portal.passTime(day / 2 + minute);
      await portal.reconcile();
    }
    const { state, manual_review_reason: reason } = await paymentOf(payer);
    expect([state, reason]).toEqual(['UNKNOWN', expect.any(String)]);
    expect(lines()).toContain(key);
    expect(lines()).toContain(`"service":"${processor}"`);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    await portal.sandbox.reset();
    await portal.passTime(day);
    await portal.reconcile();
    // Orbital has forgotten it by then.
    expect((await paymentOf(payer)).state).toBe(processor === 'transafe' ? 'COMPLETED' : 'UNKNOWN');
  },
);

test('[PAY-6] a charge without the network’s number is in the log, and goes on', async () => {
  const payer = await portal.buildPayer();
  const lines = logged('warn');
  await portal.sandbox.switchName('orbital.network-number', '');
  expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
  expect(lines()).toContain('orbital.network-number');
});

test('[CHARGE-3] records that cannot be read are counted and logged by the daily comparison', async () => {
  const compare = async () =>
    await portal.app.jobs.find(({ name }) => name === 'payments.compare-processors')?.run();
  const payer = await portal.buildPayer({ processor: 'transafe' });
  await compare();
  await portal.pay(payer);
  await portal.passTime(day + 90 * minute);
  await portal.sandbox.switchName('transafe.is-settled', 'FUNDED');
  const lines = logged('error');
  await compare();
  expect(lines()).toContain('transafe.row-status: FUNDED');
  const { differences } = await readRow(portal.db, 'processor_comparison', { processor: 'transafe' });
  expect(differences).toBeGreaterThan(0);
  expect((await paymentOf(payer)).manual_review_reason).toBeNull();
});

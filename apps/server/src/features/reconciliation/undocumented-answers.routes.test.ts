import { afterEach, expect, test, vi } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { readRow } from '../../testing/rows.ts';
import { otherNames, startServiceProxy } from '../../testing/service-proxy.ts';

const minute = 60_000;
const day = 1_440 * minute;

const proxy = forFile(() => startServiceProxy(() => portal.sandbox.url));
const portal: PayingTestPortal = forFile(() =>
  startPayingPortal({
    SESSION_IDLE_SECONDS: '86400',
    TRANSAFE_URL: `${proxy.url}/transafe`,
    ORBITAL_URL: `${proxy.url}/orbital`,
  }),
);
afterEach(() => {
  vi.restoreAllMocks();
  proxy.change();
});

const paymentOf = ({ account }: Payer) => readRow(portal.db, 'payment', { account_id: account.id });
const logged = (level: 'warn' | 'error') => {
  const lines = vi.spyOn(portal.portal.log, level);
  return () => JSON.stringify(lines.mock.calls);
};

test.each([
  ['transafe', 'settledReport', ['calls', '/report/settled', '/report/batched'], 2 * day],
  ['transafe', 'reportMembers.rows', ['answers', '"report":', '"rows":'], 0],
  ['orbital', 'traceNotFound', ['answers', '"procStatus":"9806"', '"procStatus":"9807"'], 2 * day],
] as const)(
  '[PAY-6] a lost response of %s while %s is wrong: unknown with the name in the log, in manual review, never failed',
  async (processor, constant, name, settlesInMs) => {
    const payer = await portal.buildPayer({ processor, token: `visa-4242-lost-${constant.length}` });
    const lines = logged('warn');
    await portal.pay(payer);
    await portal.passTime(settlesInMs);
    proxy.change(otherNames([name]));
    for (let hours = 0; hours < 26; hours += 13) {
      await portal.passTime(day / 2 + minute);
      await portal.reconcile();
    }
    const { state, manual_review_reason: reason } = await paymentOf(payer);
    expect([state, reason]).toEqual(['UNKNOWN', expect.any(String)]);
    expect(lines()).toContain(`${constant} (${processor}.names.ts)`);
    expect(lines()).toContain(`"service":"${processor}"`);
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    proxy.change();
    await portal.passTime(day);
    await portal.reconcile();
    // Orbital has forgotten it by then.
    expect((await paymentOf(payer)).state).toBe(processor === 'transafe' ? 'COMPLETED' : 'UNKNOWN');
  },
);

test('[PAY-6] a charge without the network’s number is in the log, and goes on', async () => {
  const payer = await portal.buildPayer();
  const lines = logged('warn');
  proxy.change(otherNames([['answers', '"mitReceivedTransactionID":', '"mitTransactionID":']]));
  expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
  expect(lines()).toContain('networkNumber (orbital.names.ts)');
});

test('[CHARGE-3] records that cannot be read are counted and logged by the daily comparison', async () => {
  const compare = () => runJobs(portal, 'payments.compare-processors');
  const payer = await portal.buildPayer({ processor: 'transafe' });
  await compare();
  await portal.pay(payer);
  await portal.passTime(day + 90 * minute);
  proxy.change(otherNames([['answers', '"status":"SETTLED"', '"status":"FUNDED"']]));
  const lines = logged('error');
  await compare();
  expect(lines()).toContain('rowStatus (transafe.names.ts): FUNDED');
  const { differences } = await readRow(portal.db, 'processor_comparison', { processor: 'transafe' });
  expect(differences).toBeGreaterThan(0);
  expect((await paymentOf(payer)).manual_review_reason).toBeNull();
});

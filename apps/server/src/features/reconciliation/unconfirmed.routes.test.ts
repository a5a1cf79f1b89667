import { afterEach, expect, test } from 'vitest';
import { listManualReview } from '../../ops/manual-review.ts';
import { dashboardOf } from '../../testing/autopay.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';

const hour = 3_600_000;

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: '3000' }));
afterEach(() => portal.sandbox.reset());

async function unconfirmed(): Promise<{ payer: Payer; id: string }> {
  const payer = await portal.buildPayer();
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  const { id } = (await portal.pay(payer, { amount: 20 })).json();
  await portal.sandbox.control({ processor: 'orbital', mode: 'down' });
  return { payer, id };
}

test('[PAY-6] the balance says which payment has no result yet, and since when', async () => {
  const { payer } = await unconfirmed();
  const since = portal.clock.now().toISOString();
  expect((await dashboardOf(portal, payer)).unconfirmed).toEqual({ amount: 20, since });
  const other = await portal.buildPayer();
  expect((await dashboardOf(portal, other)).unconfirmed).toBeNull();
});

test('[PAY-6, MAIL-1, OPS-2] 48 hours without a result: the customer is notified once, and it is reviewed first', async () => {
  const partial = await portal.buildPayer({ token: 'visa-4242-partial' });
  const { id: earlier } = (await portal.pay(partial, { amount: 21.37 })).json();
  const { payer, id } = await unconfirmed();
  await portal.passTime(47 * hour);
  await portal.reconcile();
  expect(await portal.mailsOf(payer)).toEqual([]);
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await portal.passTime(hour);
    await portal.reconcile();
  }
  expect(await portal.mailsOf(payer)).toEqual(['payment-unconfirmed']);
  const lines = await listManualReview(portal.db, portal.clock.now());
  const indexOf = (paymentId: string) => lines.findIndex((line) => line.includes(paymentId));
  expect(lines[indexOf(id)]).toContain('no other payment can be made');
  expect(indexOf(id)).toBeLessThan(indexOf(earlier));
});

import { expect, test } from 'vitest';
import { readCounts } from '../../testing/counts.ts';
import { forFile } from '../../testing/for-tests.ts';
import { mailedCode } from '../../testing/mailed-code.ts';
import { connectOwner } from '../../testing/owner.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';

// The counters of the metrics page cannot be written. Nothing else may notice.

const portal = forFile(() => startPayingPortal());
const owner = forFile(() => connectOwner(portal));

async function payAndSignIn(): Promise<void> {
  const payer = await portal.buildPayer();
  const email = payer.emailAddress;
  const startedAt = performance.now();
  expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
  const otp = await mailedCode(portal, email);
  expect((await portal.post('/login/otp/validate', { email, otp })).statusCode).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
}

const counting = ['metric_counter', 'metric_hour', 'metric_rollup'];

test('[CHARGE-2] locked counters delay neither payment nor sign-in, and nothing is lost', async () => {
  await owner.query('begin');
  await owner.query(`lock table ${counting.join(', ')} in access exclusive mode`);
  await payAndSignIn();
  await owner.query('rollback');
  expect(await readCounts(portal.portal)).toMatchObject({ payment: { success: 1 }, login: { success: 1 } });
});

test('[CHARGE-2] missing counters fail neither payment nor sign-in', async () => {
  await owner.query(`drop table ${counting.join(', ')}`);
  await payAndSignIn();
});

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PayingPortal, startPayingPortal } from '../../testing/paying-portal.ts';

// The counters of the metrics page cannot be written. Nothing else may notice.

let portal: PayingPortal;
let owner: pg.Client;
beforeAll(async () => {
  portal = await startPayingPortal();
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await portal.close();
});

/** Signs in with the code from the sandbox's inbox. Returns the status. */
async function signInWithCode(email: string): Promise<number> {
  await portal.post('/login/otp/send', { email });
  const newest = async () => (await portal.sandbox.messages(email))[0]?.text ?? '';
  await expect.poll(newest).toMatch(/\b\d{6}\b/);
  const otp = /\b(\d{6})\b/.exec(await newest())?.[1];
  return (await portal.post('/login/otp/validate', { email, otp })).statusCode;
}

async function payAndSignIn(): Promise<void> {
  const payer = await portal.buildPayer();
  const startedAt = performance.now();
  expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
  expect(await signInWithCode(payer.emailAddress)).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
}

async function countOf(metric: string): Promise<number> {
  const { rows } = await owner.query('select sum(count) as count from metric_counter where metric = $1', [
    metric,
  ]);
  return Number(rows[0]?.count ?? 0);
}

test('[CHARGE-2] a locked counter delays neither payment nor sign-in, and counts afterward', async () => {
  await owner.query('begin');
  await owner.query('lock table metric_counter in access exclusive mode');
  await payAndSignIn();
  await owner.query('rollback');
  await portal.portal.metricCounter.write();
  await expect.poll(() => countOf('payment.success')).toBe(1);
  await expect.poll(() => countOf('login.success')).toBe(1);
});

test('[CHARGE-2] a missing counter table fails neither payment nor sign-in', async () => {
  await owner.query('drop table metric_counter');
  await payAndSignIn();
});

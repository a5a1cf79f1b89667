import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCounts } from '../../testing/counts.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';

// The counters of the metrics page cannot be written. Nothing else may notice.

let owner: pg.Client;
const portal = forFile(() => startPayingPortal());
beforeAll(async () => {
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
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

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Payer, type PayingPortal, startPayingPortal } from '../../testing/paying-portal.ts';
import { listPaymentsDueForInquiry } from './reconcile.repository.ts';

const day = 86_400_000;
const consent = { textVersion: '1', language: 'en' } as const;

let portal: PayingPortal;
beforeAll(async () => {
  portal = await startPayingPortal({ SESSION_IDLE_SECONDS: '86400', PROCESSOR_TIMEOUT_MS: '10000' });
});
afterEach(() => portal.sandbox.reset());
afterAll(() => portal.close());

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: portal.ownerUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function paymentOf(payer: Payer) {
  return await portal.db
    .selectFrom('payment')
    .select(['id', 'state', 'reconcile_attempts'])
    .where('account_id', '=', payer.account.id)
    .executeTakeFirstOrThrow();
}

test('[PAY-6] a result that could not be recorded is looked up at once', async () => {
  const payer = await portal.buildPayer();
  await portal.sandbox.control({ processor: 'orbital', mode: 'slow', delayMs: 500, calls: 1 });
  const paying = portal.pay(payer);
  await expect.poll(async () => (await portal.chargesOf(payer)).length, { timeout: 5_000 }).toBe(1);
  await asOwner('revoke insert on audit_entry from myaccount_app');
  expect((await paying).json().status).toBe('PENDING');
  expect((await paymentOf(payer)).state).toBe('SUBMITTING');
  await asOwner('grant insert on audit_entry to myaccount_app');
  await expect.poll(async () => (await paymentOf(payer)).state, { timeout: 4_000 }).toBe('COMPLETED');
  expect(await portal.brokenChecks()).toEqual([]);
});

/** Stores more debits like the payer's own. */
async function copyDebit(payer: Payer, copies: number): Promise<void> {
  const columns = `account_id, state, amount_cents, occurred_at, occurred_on, state_at, method_type, processor,
    card_type, reconcile_at`;
  await asOwner(`insert into payment (${columns}, processor_reference)
    select ${columns}, (6000000000000000 + copy)::text
    from payment, generate_series(1, ${copies}) as copy where account_id = '${payer.account.id}'`);
}

test('[PAY-6] one round reconciles every due payment, and unknown charges before bank debits', async () => {
  const debtor = await portal.buildPayer({ kind: 'bank' });
  await portal.pay(debtor, { consent });
  await copyDebit(debtor, 110);
  await portal.passTime(day);
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers', calls: 1 });
  const payer = await portal.buildPayer();
  await portal.pay(payer);
  await portal.passTime(60_000);
  const [first] = await listPaymentsDueForInquiry(portal.db, portal.clock.now(), 1);
  expect(first?.id).toBe((await paymentOf(payer)).id);
  await portal.reconcile();
  expect((await paymentOf(payer)).state).toBe('COMPLETED');
  expect(await listPaymentsDueForInquiry(portal.db, portal.clock.now(), 1_000)).toEqual([]);
}, 60_000);

test('[PAY-6] a charge interrupted before it was sent is settled within two minutes', async () => {
  const payer = await portal.buildPayer();
  const dueAt = new Date(portal.clock.now().getTime() + 25_000).toISOString();
  const now = portal.clock.now().toISOString();
  await asOwner(`insert into payment (account_id, state, amount_cents, occurred_at, occurred_on, state_at, method_type,
      processor, card_type, reconcile_at, processor_reference)
    values ('${payer.account.id}', 'SUBMITTING', 8499, '${now}', '${now.slice(0, 10)}', '${now}',
      'tokenized-credit-card', 'orbital', 'VISA', '${dueAt}', '7000000000000000')`);
  for (let seconds = 10; seconds <= 120; seconds += 10) {
    await portal.passTime(10_000);
    await portal.reconcile();
  }
  expect((await paymentOf(payer)).state).toBe('PROCESSING_ERROR');
}, 30_000);

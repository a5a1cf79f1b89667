import { processorNames } from '@myaccount/contract/processors';
import pg from 'pg';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../../sandbox/src/population/seeded-random.ts';
import { forFile } from '../../testing/for-tests.ts';
import { settleOrbital } from '../../testing/orbital-settlement.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';

// Customers pay while everything around them fails at random. FAULT_SEED=N repeats a run with the printed seed.

const minute = 60_000;
const rounds = 15;
const timeoutMs = 1_000;
const allowed = [200, 402, 409, 503];

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: String(timeoutMs) }));

/** Returns an ordinary amount, or one whose cents select an outcome at the sandbox. */
const amounts = [20, 35.5, 84.99, 8.02, 8.12, 8.13, 8.15, 8.16, 8.17, 8.2, 8.21, 8.3, 8.31, 8.4];
const modes = ['normal', 'normal', 'normal', 'down', 'black-hole', 'lose-answers'] as const;

/** All customers pay at once, some twice. Returns the statuses. */
async function pressAll(payers: readonly Payer[], random: SeededRandom, round: number): Promise<number[]> {
  const calls = payers.flatMap((payer, index) => {
    const amount = random.pick(amounts);
    const key = random.pick([undefined, `round-${round}-${index}`]);
    const times = 1 + random.below(3);
    return Array.from({ length: times }, () => portal.pay(payer, { amount }, key));
  });
  const responses = await Promise.all(calls);
  return responses.map(({ statusCode }) => statusCode);
}

/** Terminates every database connection, like a restart. */
async function cutDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: portal.portal.config.databaseUrl });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`);
  await client.end();
}

async function oneRound(payers: readonly Payer[], random: SeededRandom, round: number): Promise<void> {
  for (const processor of processorNames) {
    await portal.sandbox.control({ processor, mode: random.pick(modes) });
  }
  const pressing = pressAll(payers, random, round);
  if (random.below(3) === 0) {
    await new Promise((resolve) => setTimeout(resolve, random.below(80)));
    await cutDatabase();
  }
  const statuses = await pressing;
  expect(statuses.filter((status) => !allowed.includes(status))).toEqual([]);
  await portal.passTime(random.below(3 * minute));
  await portal.reconcile().catch(() => undefined);
}

/** Removes all faults and waits until everything has recovered. */
async function calmDown(): Promise<void> {
  await portal.sandbox.reset();
  // The circuit breakers use real time, not the test's clock.
  await new Promise((resolve) => setTimeout(resolve, 2 * timeoutMs));
  for (const waitMinutes of [1, 1, 2, 5, 30, 90]) {
    await portal.passTime(waitMinutes * minute);
    await portal.reconcile();
  }
  // A charge that Orbital's answer called a repeat waits for its settlement file.
  await settleOrbital(portal);
  // On a busy machine a lookup may take longer than the time-out.
  const unsettled = () =>
    portal.db
      .selectFrom('payment')
      .select('id')
      .where('state', 'in', ['SUBMITTING', 'UNKNOWN'])
      .executeTakeFirst();
  for (let rounds = 0; rounds < 60 && (await unsettled()); rounds += 1) {
    await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    await portal.passTime(2 * minute);
    await portal.reconcile();
  }
}

async function compareWithReferee(payers: readonly Payer[]): Promise<void> {
  for (const payer of payers) {
    const rows = await readRows(portal.db, 'payment', { account_id: payer.account.id });
    const open = rows.filter(({ state }) => !['COMPLETED', 'PROCESSING_ERROR'].includes(state));
    expect(open).toEqual([]);
    const booked = rows
      .filter(({ state }) => state === 'COMPLETED')
      .map((row) => [row.processor_reference, row.processor_transaction, row.amount_cents])
      .sort();
    const charges = (await portal.chargesOf(payer))
      .map((charge) => [charge.reference, charge.id, charge.amountCents])
      .sort();
    expect(booked).toEqual(charges);
  }
}

test("[PAY-6] whatever fails, the processors' charges and our ledger match in the end", {
  timeout: 180_000,
}, async () => {
  const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
  console.info(`FAULT_SEED=${seed}`);
  const random = new SeededRandom(seed);
  const payers: Payer[] = [];
  for (let index = 0; index < 8; index += 1) {
    payers.push(await portal.buildPayer({ processor: index % 2 === 0 ? 'orbital' : 'transafe' }));
  }
  for (let round = 0; round < rounds; round += 1) await oneRound(payers, random, round);
  await calmDown();
  await compareWithReferee(payers);
  expect(await portal.brokenChecks()).toEqual([]);
});

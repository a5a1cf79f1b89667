import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { buildEnrolled, buildPlanned, paymentsOf } from '../../testing/autopay.ts';
import { coverOrbital } from '../../testing/orbital-coverage.ts';
import { settleOrbital } from '../../testing/orbital-settlement.ts';
import { type Payer, type PayerOptions, payingPortalForEachTest } from '../../testing/paying-portal.ts';
import { runJobs } from '../../testing/portal.ts';
import { copyTables } from '../../testing/restored-database.ts';
import { deliverNotices, keepCluster, passDays } from '../../testing/restored-portal.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import type { PauseReason } from '../charging/heartbeat.repository.ts';
import { beat, findPause } from '../charging/heartbeat.repository.ts';

// The tests start at noon in New York on Nov 24, 2026. What autopay and planned payments charge is due that day.
const today = '2026-11-24';
const minute = 60_000;

const portal = payingPortalForEachTest();

const run = (...names: string[]) => runJobs(portal, ...names);
const charge = () => run('autopay.run', 'payments.charge-planned');

const enrolled = (options: PayerOptions = {}) => buildEnrolled(portal, { ...options, dueOn: today });
const planned = async (options: PayerOptions = {}) => (await buildPlanned(portal, options)).payer;
/** One of each kind of automatic charge, at each processor. */
const automatic = async () => [
  await enrolled(),
  await enrolled({ processor: 'transafe' }),
  await planned(),
  await planned({ processor: 'transafe' }),
];

const copy = () => copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);

/** Begins the pause as a server's first heartbeat does, so long ago that no other server's charge is on its way. */
async function startServer(lastBeatAt = '2026-11-24T16:00:00Z'): Promise<void> {
  await beat(portal.db);
  await sql`update heartbeat set paused_at = now() - interval '5 minutes', unsure_from = ${lastBeatAt}`.execute(
    portal.db,
  );
}
/** The database's own clock is the real one. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
const heartbeat = () => run('charging-pause.heartbeat');
const statesOf = async (payer: Payer) => (await paymentsOf(portal, payer)).map(({ state }) => state);
const bookOrbital = () => settleOrbital(portal);
const pauseOf = async (): Promise<PauseReason | undefined> => (await findPause(portal.db))?.reason;

async function expectOneCharge(...payers: Payer[]): Promise<void> {
  for (const payer of payers) {
    expect(await portal.chargesOf(payer)).toHaveLength(1);
    expect(await portal.balanceCents(payer)).toBe(0);
  }
  expect(await portal.sandbox.charges()).toHaveLength(payers.length);
}

test('[CHARGE-3] after a restore, what was charged since the backup is known before anything is charged', async () => {
  const payers = await automatic();
  const pressing = await portal.buildPayer();
  const backup = await copy();
  await charge();
  expect(await portal.sandbox.charges()).toHaveLength(4);
  await backup.restore();

  await charge();
  expect((await portal.pay(pressing)).json()).toMatchObject({
    status: 503,
    code: 'payments.processor-unavailable',
  });
  await heartbeat();
  expect(await pauseOf()).toBe('restored');
  await startServer();
  await heartbeat();
  // What was charged at Orbital is known from its settlement file only.
  expect(await pauseOf()).toBe('restored');
  expect((await portal.pay(pressing)).statusCode).toBe(503);
  await bookOrbital();
  await coverOrbital(portal.db);
  await heartbeat();
  await expectOneCharge(...payers);
  expect(await pauseOf()).toBeUndefined();
  await charge();
  await expectOneCharge(...payers);
  for (const payer of payers) expect(await portal.mailsOf(payer)).not.toContain('payment-made');
  expect((await portal.pay(pressing)).statusCode).toBe(200);
});

test('[CHARGE-3] a copy that begins no pause repeats nothing: each charge is looked up before it is made', async () => {
  const payers = await automatic();
  const backup = await copy();
  await charge();
  await backup.restore();
  await keepCluster(portal);
  // TranSafe's report has charges that are unknown here: a pause begins, and their numbers say whose they are.
  await charge();
  expect(await pauseOf()).toBe('unknown-charge');
  await startServer(minutesAgo(10));
  await heartbeat();
  expect(await pauseOf()).toBeUndefined();
  // Orbital says only that it has a charge with the account's next number: not which, nor of what amount.
  await charge();
  const [autopay, , plan] = payers as [Payer, Payer, Payer, Payer];
  for (const payer of [autopay, plan]) {
    expect(await statesOf(payer)).toEqual(['UNKNOWN']);
    expect(await portal.balanceCents(payer)).toBe(8_499);
    const another = await portal.pay(payer, { amount: 50 });
    expect(another.json()).toMatchObject({ status: 409, code: 'payments.in-progress' });
  }
  await bookOrbital();
  await expectOneCharge(...payers);
});

test.each([
  ['after the last beat', '2026-11-24T16:00:00Z'],
  ['on its way during the last beat', '2026-11-24T17:01:00Z'],
])(
  '[CHARGE-3] a pressed charge at TranSafe that was lost is booked for the account that its number names: made %s',
  async (_when, lastBeatAt) => {
    const payer = await portal.buildPayer({ processor: 'transafe' });
    const backup = await copy();
    expect((await portal.pay(payer)).statusCode).toBe(200);
    await backup.restore();
    await portal.passTime(2 * minute);
    await startServer(lastBeatAt);
    await coverOrbital(portal.db);
    await heartbeat();
    expect(await pauseOf()).toBeUndefined();
    await expectOneCharge(payer);
    expect(await statesOf(payer)).toEqual(['COMPLETED']);
  },
);

test('[CHARGE-3] a charge at TranSafe whose number is of no account keeps charging paused', async () => {
  const payer = await portal.buildPayer({ processor: 'transafe' });
  const backup = await copy();
  expect((await portal.pay(payer)).statusCode).toBe(200);
  await backup.restore();
  await changeRows(portal.db, 'payment_method', { id: payer.methodId }, { last_four: '1111' });
  await startServer();
  await coverOrbital(portal.db);
  await heartbeat();
  expect(await pauseOf()).toBe('restored');
});

test('[CHARGE-3] a report that cannot be read says nothing: each charge is asked about by number', async () => {
  const payer = await enrolled({ processor: 'transafe' });
  const backup = await copy();
  await charge();
  await backup.restore();
  // A restore of some minutes within the same cluster begins no pause.
  await keepCluster(portal);
  await portal.sandbox.control({ processor: 'transafe', mode: 'down', calls: 1 });
  await charge();
  expect(await statesOf(payer)).toEqual(['UNKNOWN']);
  // The next run with something to charge reads it.
  const next = await enrolled({ processor: 'transafe' });
  await charge();
  expect(await pauseOf()).toBe('unknown-charge');
  await startServer(minutesAgo(10));
  await heartbeat();
  await charge();
  await expectOneCharge(payer, next);
});

test('[CHARGE-3] after a stop of days, longer than Orbital finds a charge by its number, its file is needed', async () => {
  const payer = await enrolled();
  await sql`update heartbeat set beat_at = now() - interval '3 days'`.execute(portal.db);
  await heartbeat();
  expect(await pauseOf()).toBe('stopped');
  await coverOrbital(portal.db);
  await heartbeat();
  expect(await pauseOf()).toBeUndefined();
  await charge();
  await expectOneCharge(payer);
});

test('[CHARGE-3] the attempt that was charged is found, not the one before it that failed', async () => {
  const payer = await enrolled({ processor: 'transafe', token: 'visa-4242-funds' });
  const backup = await copy();
  await charge();
  await run('autopay.follow-up');
  // A token that is not declined.
  const { methodId: id } = await portal.buildPayer({ processor: 'transafe' });
  const { token_sealed } = await readRow(portal.db, 'payment_method', { id });
  await changeRows(portal.db, 'payment_method', { id: payer.methodId }, { token_sealed });
  await portal.passTime(3 * 24 * 60 * minute);
  await charge();
  expect(await portal.balanceCents(payer)).toBe(0);
  await backup.restore();
  await startServer();
  await coverOrbital(portal.db);
  await heartbeat();
  expect(await pauseOf()).toBeUndefined();
  await charge();
  expect(await portal.chargesOf(payer)).toHaveLength(1);
  expect(await portal.balanceCents(payer)).toBe(0);
});

test('[CHARGE-3] a charge that was made in time is recorded as paid, however long after its day', async () => {
  const payer = await enrolled({ processor: 'transafe' });
  const backup = await copy();
  await charge();
  await portal.passTime(9 * 24 * 60 * minute);
  await backup.restore();
  await startServer();
  await heartbeat();
  expect(await portal.balanceCents(payer)).toBe(0);
  await run('autopay.follow-up');
  expect(await portal.mailsOf(payer)).not.toContain('autopay-failed');
});

test('[CHARGE-3] a charge that was declined is recorded, and told, only when charging goes on', async () => {
  const payer = await planned({ token: 'visa-4242-funds' });
  const stateOf = async () => (await paymentsOf(portal, payer))[0]?.state;
  const backup = await copy();
  await charge();
  await backup.restore();
  await startServer();
  await heartbeat();
  expect(await stateOf()).toBe('PLANNED');
  await coverOrbital(portal.db);
  await heartbeat();
  await deliverNotices(portal);
  await passDays(portal, 3);
  expect(await stateOf()).toBe('PROCESSING_ERROR');
  expect(await portal.mailsOf(payer)).toContain('payment-failed');
});

test.each([
  ['promoted', sql`update heartbeat set timeline = '00000000', beat_at = now()`],
  ['stopped', sql`update heartbeat set beat_at = now() - interval '11 minutes'`],
] as const)(
  '[CHARGE-3] a database that was %s charges nothing by itself until it is compared',
  async (reason, happen) => {
    const payers = [await enrolled(), await planned({ processor: 'transafe' })];
    await happen.execute(portal.db);
    await charge();
    expect(await portal.sandbox.charges()).toEqual([]);
    const pressing = await portal.buildPayer();
    expect((await portal.pay(pressing)).statusCode).toBe(200);
    await heartbeat();
    expect(await pauseOf()).toBe(reason === 'stopped' ? undefined : 'promoted');
    await sql`update heartbeat set paused_at = now() - interval '5 minutes' where paused_for is not null`.execute(
      portal.db,
    );
    await heartbeat();
    expect(await pauseOf()).toBeUndefined();
    await charge();
    await expectOneCharge(...payers, pressing);
  },
);

test('[CHARGE-3] a processor that does not answer keeps charging paused', async () => {
  const payer = await enrolled();
  await sql`update heartbeat set beat_at = now() - interval '11 minutes'`.execute(portal.db);
  await portal.sandbox.control({ processor: 'transafe', mode: 'down' });
  await expect(heartbeat()).rejects.toThrow();
  await portal.sandbox.reset();
  await charge();
  expect(await portal.sandbox.charges()).toEqual([]);
  await heartbeat();
  await charge();
  await expectOneCharge(payer);
});

test('[CHARGE-3] a restore of a database that was paused already is a restore', async () => {
  await sql`update heartbeat set paused_for = 'stopped', paused_at = now() - interval '5 minutes',
    unsure_from = '2026-11-24T16:00:00Z', system_identifier = '1'`.execute(portal.db);
  const pressing = await portal.buildPayer();
  expect((await portal.pay(pressing)).statusCode).toBe(503);
  await heartbeat();
  expect(await findPause(portal.db)).toMatchObject({
    reason: 'restored',
    unsureFrom: new Date('2026-11-24T16:00:00Z'),
  });
});

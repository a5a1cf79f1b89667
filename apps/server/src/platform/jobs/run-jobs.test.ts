import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import type { Job } from './job.ts';
import { claimRound, endRound } from './job-rounds.ts';
import { runJobs } from './run-jobs.ts';

const portal = forFile(() => startTestPortal());
const log = pino({ level: 'silent' });
const hourly: Job = {
  name: 'test.hourly',
  everySeconds: 3_600,
  onOneServer: true,
  run: async () => undefined,
};

/** Moves the next round of every job, as if time had passed. */
async function letPass(seconds: number): Promise<void> {
  const { rows } = await portal.pool.query<{ count: number }>(
    `with moved as (update job_round set next_at = next_at - make_interval(secs => $1) returning 1)
     select count(*)::int as count from moved`,
    [seconds],
  );
  expect(rows[0]?.count).toBeGreaterThan(0);
}

const claims = async (servers: number) =>
  (await Promise.all(Array.from({ length: servers }, () => claimRound(portal.db, hourly)))).filter(Boolean);

beforeEach(async () => {
  await portal.db.updateTable('job_round').set({ next_at: new Date() }).execute();
});

test('[PAY-6] a repeated job runs on, and its stop waits for the round', async () => {
  let rounds = 0;
  const run = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    rounds += 1;
  };
  const stop = runJobs([{ name: 'test.often', everySeconds: 0.01, run }], { db: portal.db, log });
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await stop();
  const roundsAtStop = rounds;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(rounds).toBe(roundsAtStop);
});

test('[PAY-6] one of many servers claims a round, and the first one comes after a pause', async () => {
  const unseen = { ...hourly, name: 'test.unseen' };
  expect(await claimRound(portal.db, unseen)).toBe(false);
  await letPass(3_500);
  expect(await claimRound(portal.db, unseen)).toBe(false);
  await letPass(101);
  expect(await claimRound(portal.db, unseen)).toBe(true);
  expect(await claimRound(portal.db, unseen)).toBe(false);
  await claimRound(portal.db, hourly);
  await letPass(3_601);
  expect(await claims(10)).toHaveLength(1);
});

test('[PAY-6] a round that ended is over for an hour; one whose server was killed begins again after five minutes', async () => {
  expect(await claims(3)).toHaveLength(1);
  await letPass(290);
  expect(await claims(3)).toHaveLength(0);
  await letPass(11);
  expect(await claims(3)).toHaveLength(1);
  await endRound(portal.db, hourly);
  await letPass(3_590);
  expect(await claims(3)).toHaveLength(0);
  await letPass(11);
  expect(await claims(3)).toHaveLength(1);
});

test('[PAY-6] a server runs the rounds that it claims, and no others', async () => {
  const ran: string[] = [];
  const job = (name: string): Job => ({ ...hourly, name, run: async () => void ran.push(name) });
  const [due, taken] = [job('test.due'), job('test.taken')];
  for (const each of [due, taken]) await claimRound(portal.db, each);
  await letPass(3_601);
  expect(await claimRound(portal.db, taken)).toBe(true);
  const stop = runJobs([due, taken], { db: portal.db, log });
  await expect.poll(() => ran).toEqual(['test.due']);
  await stop();
  expect(ran).toEqual(['test.due']);
  // It ended, so that it is over for an hour and not for five minutes.
  await letPass(301);
  expect(await claimRound(portal.db, due)).toBe(false);
});

test('a failed round does not end a repeated job', async () => {
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    throw new Error('round failed');
  };
  const stop = runJobs([{ name: 'test.fails', everySeconds: 0.01, run }], { db: portal.db, log });
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await stop();
});

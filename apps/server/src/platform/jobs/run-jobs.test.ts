import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { repeat, runJobs } from './run-jobs.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Opens the queues as another server would. */
async function openQueues(): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: database.ownerUrl,
    migrate: false,
    createSchema: false,
    max: 1,
  });
  boss.on('error', () => undefined);
  await boss.start();
  return boss;
}

test('[PAY-6] a repeated job runs even if a killed server holds its queue', async () => {
  const boss = await openQueues();
  await boss.createQueue('payments.reconcile', { policy: 'singleton', expireInSeconds: 300 });
  await boss.send('payments.reconcile');
  // Fetched and never completed: what a killed worker leaves behind.
  expect(await boss.fetch('payments.reconcile')).toHaveLength(1);
  let rounds = 0;
  const run = async () => {
    rounds += 1;
  };
  const stop = await runJobs([{ name: 'payments.reconcile', everySeconds: 0.05, run }], {
    databaseUrl: database.url,
    log,
  });
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await stop();
  const roundsAtStop = rounds;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(rounds).toBe(roundsAtStop);
  await boss.stop({ graceful: false });
});

test('[PAY-6] a queued job is free again soon after its server was killed: the queue expects a heartbeat', async () => {
  const boss = await openQueues();
  await boss.createQueue('retention.delete-expired', { policy: 'singleton', expireInSeconds: 300 });
  const stop = await runJobs(
    [{ name: 'retention.delete-expired', cron: '17 * * * *', run: async () => undefined }],
    {
      databaseUrl: database.url,
      log,
    },
  );
  expect(await boss.getQueue('retention.delete-expired')).toMatchObject({
    policy: 'singleton',
    heartbeatSeconds: 20,
  });
  await stop();
  await boss.stop({ graceful: false });
});

test('a failed round does not end a repeated job', async () => {
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    throw new Error('round failed');
  };
  const stop = repeat({ name: 'test.fails', everySeconds: 0.01, run }, log);
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await stop();
});

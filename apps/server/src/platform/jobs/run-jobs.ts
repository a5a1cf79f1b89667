import { PgBoss } from 'pg-boss';
import type { BaseLogger } from 'pino';
import type { Job } from './job.ts';

interface RunOptions {
  readonly databaseUrl: string;
  readonly log: BaseLogger;
}

const expireSeconds = 300;
const stopTimeoutMs = 8_000;

/** Runs jobs on schedule; one of several servers runs each round. Returns the function that stops them. */
export async function runJobs(
  jobs: readonly Job[],
  { databaseUrl, log }: RunOptions,
): Promise<() => Promise<void>> {
  const boss = new PgBoss({ connectionString: databaseUrl, migrate: false, createSchema: false, max: 3 });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 2, expireInSeconds: expireSeconds });
    await boss.work(job.name, { pollingIntervalSeconds: 2 }, () => runLogged(job, log));
    await boss.schedule(job.name, job.cron);
  }
  return () => boss.stop({ graceful: true, timeout: stopTimeoutMs });
}

async function runLogged(job: Job, log: BaseLogger): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    log.error({ err: error, job: job.name }, 'job failed');
    throw error;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { BaseLogger } from 'pino';
import { connectPool } from '../database/connect.ts';
import { jobLastSuccess, jobRuns } from '../metrics.ts';
import { inSpan } from '../tracing/tracing.ts';
import type { Job, QueuedJob, RepeatedJob } from './job.ts';
import { jobDatabase } from './job-tables.ts';

interface RunOptions {
  readonly databaseUrl: string;
  readonly log: BaseLogger;
}

const stopTimeoutMs = 8_000;
/** The queue's lock ends this long after its worker has stopped, at the next check. */
const heartbeatSeconds = 20;
const checkSeconds = 15;
const queueOptions = { retryLimit: 2, expireInSeconds: 300, heartbeatSeconds } as const;

/** Runs jobs on schedule. Returns the function that stops them. */
export async function runJobs(
  jobs: readonly Job[],
  { databaseUrl, log }: RunOptions,
): Promise<() => Promise<void>> {
  const warn = (error: Error) => log.warn({ err: error }, 'job queue error');
  const pool = connectPool({ url: databaseUrl, maximumConnections: 3, onIdleError: warn });
  const boss = new PgBoss({
    db: jobDatabase(pool),
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: checkSeconds,
    monitorIntervalSeconds: checkSeconds,
  });
  boss.on('error', warn);
  await boss.start();
  const stopping: (() => Promise<void>)[] = [];
  for (const job of jobs) {
    for (const result of ['ok', 'failed']) jobRuns.inc({ job_name: job.name, result }, 0);
    if ('cron' in job) await queue(boss, job, log);
    else stopping.push(repeat(job, log));
  }
  return async () => {
    await Promise.all([
      boss.stop({ graceful: true, timeout: stopTimeoutMs }),
      ...stopping.map((stop) => stop()),
    ]);
    await pool.end();
  };
}

async function queue(boss: PgBoss, job: QueuedJob, log: BaseLogger): Promise<void> {
  await boss.createQueue(job.name, { policy: 'singleton', ...queueOptions });
  // A queue of an earlier release keeps its options otherwise.
  await boss.updateQueue(job.name, queueOptions);
  await boss.work(job.name, { pollingIntervalSeconds: 2 }, () => runLogged(job, log));
  await boss.schedule(job.name, job.cron);
}

/** Runs a job again and again, with a pause. Returns the function that stops it after the current round. */
export function repeat(job: RepeatedJob, log: BaseLogger): () => Promise<void> {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await runLogged(job, log, stopping.signal).catch(() => undefined);
      await sleep(job.everySeconds * 1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

async function runLogged(job: Job, log: BaseLogger, stopping?: AbortSignal): Promise<void> {
  try {
    await inSpan({ name: `job ${job.name}`, kind: 'internal', attributes: {} }, () => job.run(stopping));
    jobRuns.inc({ job_name: job.name, result: 'ok' });
    jobLastSuccess.setToCurrentTime({ job_name: job.name });
  } catch (error) {
    jobRuns.inc({ job_name: job.name, result: 'failed' });
    log.error({ err: error, job: job.name }, 'job failed');
    throw error;
  }
}

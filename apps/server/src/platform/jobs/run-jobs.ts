import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Database } from '../database/connect.ts';
import { jobLastSuccess, jobRuns } from '../metrics.ts';
import { inSpan } from '../tracing/tracing.ts';
import type { Job } from './job.ts';
import { claimRound, endRound } from './job-rounds.ts';

interface JobsContext {
  readonly db: Database;
  readonly log: BaseLogger;
}

/** A server looks this often, in a job's pause, for a round that one of several servers runs; at least every minute. */
const looksInPause = 4;
const longestLookSeconds = 60;

/** Runs jobs again and again, with a pause. Returns the function that stops each after its current round. */
export function runJobs(jobs: readonly Job[], context: JobsContext): () => Promise<void> {
  const stops = jobs.map((job) => repeat(job, context));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function repeat(job: Job, context: JobsContext): () => Promise<void> {
  for (const result of ['ok', 'failed']) jobRuns.inc({ job_name: job.name, result }, 0);
  const { everySeconds, onOneServer } = job;
  const pauseSeconds = onOneServer ? Math.min(everySeconds / looksInPause, longestLookSeconds) : everySeconds;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await runRound(job, context, signal);
      await sleep(pauseSeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Runs a round, unless it is another server's. A failure is logged and counted. */
async function runRound(job: Job, { db, log }: JobsContext, stopping: AbortSignal): Promise<void> {
  try {
    if (job.onOneServer && !(await claimRound(db, job))) return;
    await inSpan({ name: `job ${job.name}`, kind: 'internal', attributes: {} }, () => job.run(stopping));
    if (job.onOneServer) await endRound(db, job);
    jobRuns.inc({ job_name: job.name, result: 'ok' });
    jobLastSuccess.setToCurrentTime({ job_name: job.name });
  } catch (error) {
    jobRuns.inc({ job_name: job.name, result: 'failed' });
    log.error({ err: error, job: job.name }, 'job failed');
  }
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listAccountsToCharge } from '../../apps/server/src/features/autopay/due-accounts.repository.ts';
import type { Database } from '../../apps/server/src/platform/database/connect.ts';
import { connectDatabase } from '../../apps/server/src/platform/database/pipeline/pipeline.ts';
import { type DatabaseServer, startPostgres } from '../../environment/database.ts';
import { readTreeCpuSeconds, startProgram } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses } from '../../scripts/start/local-settings.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { makeDueBills, makeEnrollments } from '../environment/enrollments.ts';
import { medianOf } from '../load.ts';
import { atMost, atMostTimes, formatFigure, type Result } from '../report/result.ts';

/** Of one core, for the server and PostgreSQL. */
const maxPercent = 1;
const fewEnrollments = 20_000;
const dueAccounts = 2_000;
/** Times what finding them among few takes. */
const maxTimes = 1.5;
const findings = 15;
const secondsPerMinute = 60;
/** Until every job had its first round, and code is compiled. */
const startSeconds = 60;

/** A server with jobs and nothing to do, in its own PostgreSQL, and how it finds what is due. */
export async function measureIdle(environment: BenchEnvironment): Promise<Result[]> {
  await environment.sandbox();
  const { enrollments } = environment.options;
  const postgres = await startPostgres(join(environment.dataDir, 'idle'), 'npm run bench');
  try {
    const many = await makeEnrollments(postgres, 'many', enrollments);
    const idle = await measureIdleServer(environment, postgres, many);
    const few = await makeEnrollments(postgres, 'few', fewEnrollments);
    return [idle, await measureFinding(few, many, enrollments)];
  } finally {
    await postgres.stop();
  }
}

async function measureIdleServer(
  environment: BenchEnvironment,
  postgres: DatabaseServer,
  database: DatabaseAddresses,
): Promise<Result> {
  const { dataDir, options } = environment;
  const { enrollments, idleMinutes: minutes } = options;
  const [port] = await findFreePorts();
  const jobs = { ROLE: 'jobs', AUTOPAY_HOUR: '0', DATABASE_CONNECTIONS: '3' };
  await using server = await startProgram({
    name: 'jobs-idle',
    script: 'apps/server/src/main.ts',
    settings: { ...environment.settingsFor(database, port), ...jobs },
    logFolder: join(dataDir, 'logs'),
  });
  const cpuSeconds = () => [server, postgres].map(({ pid }) => readTreeCpuSeconds(pid));
  await sleep(startSeconds * 1_000);
  const before = cpuSeconds();
  await sleep(minutes * secondsPerMinute * 1_000);
  const [ofServer = 0, ofPostgres = 0] = cpuSeconds().map(
    (after, index) => ((after - (before[index] ?? 0)) / (minutes * secondsPerMinute)) * 100,
  );
  const percent = ofServer + ofPostgres;
  return {
    what: `${minutes} min with nothing due, ${formatFigure(enrollments)} enrollments`,
    measured: `${formatFigure(ofServer)} % of one core, PostgreSQL ${formatFigure(ofPostgres)} %`,
    target: atMost(percent, maxPercent, ' % of one core together'),
    figures: { ofServer, ofPostgres, percent },
  };
}

/** Walks what is due, as a run of autopay does. */
async function measureFinding(
  few: DatabaseAddresses,
  many: DatabaseAddresses,
  enrollments: number,
): Promise<Result> {
  const today = await makeDueBills(few, fewEnrollments / dueAccounts);
  await makeDueBills(many, enrollments / dueAccounts);
  const [fewDb, manyDb] = [dbOf(few), dbOf(many)];
  const rounds: { fewMs: number; manyMs: number }[] = [];
  for (let round = 0; round < findings; round += 1)
    rounds.push({ fewMs: await findDue(fewDb, today), manyMs: await findDue(manyDb, today) });
  await Promise.all([fewDb.destroy(), manyDb.destroy()]);
  const { fewMs, manyMs } = medianOf(rounds);
  return {
    what: `finding ${formatFigure(dueAccounts)} due among ${formatFigure(enrollments)} enrollments`,
    measured: `${formatFigure(manyMs)} ms`,
    floor: `${formatFigure(fewMs)} ms among ${formatFigure(fewEnrollments)}`,
    ratio: manyMs / fewMs,
    target: atMostTimes(manyMs / fewMs, maxTimes),
    figures: { fewMs, manyMs },
  };
}

/** Its server may stop before the last connection has closed. */
function dbOf({ url }: DatabaseAddresses): Database {
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  return connectDatabase(pool);
}

async function findDue(db: Database, today: string): Promise<number> {
  const startedAt = performance.now();
  let found = 0;
  for await (const accountIds of listAccountsToCharge(db, today)) found += accountIds.length;
  if (found !== dueAccounts) throw new Error(`Found ${found} of ${dueAccounts} due accounts.`);
  return performance.now() - startedAt;
}

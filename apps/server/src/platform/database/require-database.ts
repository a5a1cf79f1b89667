import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { StartRefusal } from '../start-refusal.ts';
import { checkDatabase, type DatabaseProblem } from './check-database.ts';
import { connectionAdvice, isUnanswered } from './connection-advice.ts';
import { listExtraRights } from './login-rights.ts';
import { connectDatabase } from './pipeline/pipeline.ts';
import { applicationRole } from './session-settings.ts';

/** Errors of a database that may come back by itself: it starts, moves, or the network to it is away. */
const awayCodes = /^(?:57P03|53300|25006|E(?!RR_)[A-Z_]+)$/;
const longestWaitMs = 120_000;
const retryMs = 1_000;

interface StartOptions {
  readonly isProduction: boolean;
  readonly log: BaseLogger;
  /** How long a database that is away is waited for. */
  readonly waitMs?: number;
}

/**
 * Checks that a server can work with its database (`checkDatabase`), and waits up to two minutes for one that is away; in
 * production also that its login has no more rights than the application's role. Throws a {@link StartRefusal} (START-2,
 * START-3).
 */
export async function requireDatabase(pool: pg.Pool, options: StartOptions): Promise<void> {
  const problem = await checkOnceThere(pool, options);
  if (problem) throw new StartRefusal('DATABASE_URL', problem.sentence);
  if (options.isProduction) await requireNoExtraRights(pool);
}

async function checkOnceThere(
  pool: pg.Pool,
  { log, waitMs = longestWaitMs }: StartOptions,
): Promise<DatabaseProblem | undefined> {
  const endsAtMs = performance.now() + waitMs;
  for (;;) {
    try {
      return await checkDatabase(connectDatabase(pool));
    } catch (error) {
      const advice =
        connectionAdvice(error as Error) ?? `no connection to the database: ${(error as Error).message}`;
      if (!isAway(error as Error) || performance.now() > endsAtMs)
        throw new StartRefusal('DATABASE_URL', advice);
      log.warn({ reason: advice }, 'waiting for the database');
      await sleep(retryMs);
    }
  }
}

function isAway(error: Error): boolean {
  return 'code' in error ? awayCodes.test(String(error.code)) : isUnanswered(error);
}

async function requireNoExtraRights(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ login: string }>('select session_user as login');
  const login = rows[0]?.login ?? '';
  const extras = await listExtraRights(pool, applicationRole);
  // A right that comes with a membership is the other role's: that role is what to revoke.
  const extra = extras.find(({ role }) => role !== login) ?? extras[0];
  if (!extra) return;
  const found = extra.role === login ? extra.right : `is a member of ${extra.role}, which ${extra.right}`;
  const fix = `use a login that is a member of ${applicationRole} and of nothing else`;
  throw new StartRefusal('DATABASE_URL', `the login ${login} ${found}; ${fix}`);
}

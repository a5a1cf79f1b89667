import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { StartRefusal } from '../start-refusal.ts';
import { checkDatabase, type DatabaseProblem } from './check-database.ts';
import { listExtraRights } from './login-rights.ts';
import { connectDatabase } from './pipeline/pipeline.ts';
import { applicationRole } from './session-settings.ts';

/** What can be wrong with the connection, by SQLSTATE or by error code of Node, and what to do. */
const connectionAdvice: readonly (readonly [RegExp, string])[] = [
  [/^(?:28P01|28000)$/, 'the database refuses the login; check user, password, and pg_hba.conf'],
  [/^3D000$/, 'the database does not exist; create it (docs/operations.md) or correct its name'],
  [/^(?:42501|22023)$/, `the login has no role ${applicationRole}; run "npm run ops -- migrate"`],
  [/^57P03$/, 'PostgreSQL is starting or stopping; start the portal again when it accepts connections'],
  [/^53300$/, 'PostgreSQL has no free connection; raise max_connections or lower DATABASE_CONNECTIONS'],
  [
    /CERT|UNABLE_TO|SELF_SIGNED|^ERR_(?:TLS|SSL|OSSL)/,
    'the certificate of the database is not trusted; name its authority with sslrootcert=FILE or NODE_EXTRA_CA_CERTS',
  ],
  [
    /^E[A-Z_]+$/,
    'the database cannot be reached; start PostgreSQL or correct the address, and check the network between them',
  ],
];
const noAnswer = /timeout|terminated/i;
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
      const advice = adviceFor(error as Error);
      if (!isAway(error as Error) || performance.now() > endsAtMs)
        throw new StartRefusal('DATABASE_URL', advice);
      log.warn({ reason: advice }, 'waiting for the database');
      await sleep(retryMs);
    }
  }
}

function isAway(error: Error): boolean {
  return 'code' in error ? awayCodes.test(String(error.code)) : noAnswer.test(error.message);
}

function adviceFor(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  const known = connectionAdvice.find(([pattern]) => pattern.test(code));
  if (known) return `${known[1]} (${code})`;
  if (noAnswer.test(error.message)) return 'the database does not answer; check the address and the network';
  return `no connection to the database: ${error.message}`;
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

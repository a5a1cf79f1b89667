import { OperatorError } from '../operator-error.ts';
import { connectPool } from './connect.ts';
import { isDatabaseAway, isWorkerAway } from './failure.ts';
import { applicationRole } from './session-settings.ts';

/** What can be wrong with the connection, by SQLSTATE or by error code of Node, and what to do. */
const adviceByCode: readonly (readonly [RegExp, string])[] = [
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

/** Whether the database said nothing in time, or in the middle of it. */
export function isUnanswered(error: Error): boolean {
  return !('code' in error) && /timeout|terminated/i.test(error.message);
}

/** Returns what is wrong with the connection to the database and what to do, in one sentence; undefined if it is something else. */
export function connectionAdvice(error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const known = adviceByCode.find(([pattern]) => pattern.test(code));
  if (known) return `${known[1]} (${code})`;
  return isUnanswered(error) ? 'the database does not answer; check the address and the network' : undefined;
}

/**
 * Runs a command's work with a database that a setting names. What fails because of the connection throws an
 * {@link OperatorError} with what to do.
 */
export async function withConnectionAdvice<T>(
  setting: string,
  url: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof OperatorError) throw error;
    const what = isWorkerAway(error)
      ? 'a part of the accounts cannot be reached; when its worker is back,'
      : 'the connection broke, or the database was busy;';
    const broken = `${what} run the command again (${error.message})`;
    const problem = (await connectionProblem(url)) ?? (isDatabaseAway(error) ? broken : undefined);
    throw problem === undefined ? error : new OperatorError(`${setting}: ${problem}`);
  }
}

/** Returns why there is no connection now; undefined when there is one. */
async function connectionProblem(url: string): Promise<string | undefined> {
  const pool = connectPool({ url, maximumConnections: 1 });
  try {
    await pool.query('select');
    return undefined;
  } catch (error) {
    return connectionAdvice(error as Error) ?? (error as Error).message;
  } finally {
    await pool.end();
  }
}

import type pg from 'pg';
import { StartRefusal } from '../start-refusal.ts';
import { checkDatabase } from './check-database.ts';
import { connectDatabase } from './connect.ts';
import { listExtraRights } from './login-rights.ts';
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

/**
 * Checks that a server can work with its database (`checkDatabase`); in production also that its login has no more
 * rights than the application's role. Throws a {@link StartRefusal} (START-2, START-3).
 */
export async function requireDatabase(pool: pg.Pool, options: { isProduction: boolean }): Promise<void> {
  const problem = await checkDatabase(connectDatabase(pool)).catch((error: unknown) => {
    throw new StartRefusal('DATABASE_URL', adviceFor(error as Error));
  });
  if (problem) throw new StartRefusal('DATABASE_URL', problem.sentence);
  if (options.isProduction) await requireNoExtraRights(pool);
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

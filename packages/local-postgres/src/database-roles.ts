import pg from 'pg';
import { superuserRole } from './cluster.ts';
import type { ClusterHome } from './cluster-home.ts';

/** The login of the portal, which works in the role of the same name (platform/database/session-settings.ts of the server). */
export const applicationLogin = 'myaccount_app';
/** Owns the database and everything in it. Migrations run as this role. */
export const ownerRole = 'myaccount_owner';
/** The portal's database. */
export const databaseName = 'myaccount';

const socketPort = 5432;

/** The URL of a database of this cluster, by its Unix socket. */
export function databaseUrl(
  home: ClusterHome,
  role: string,
  password: string,
  database = databaseName,
): string {
  return `postgres://${role}:${password}@${encodeURIComponent(home.socketDir)}:${socketPort}/${database}`;
}

/** Creates the two roles and the database if they are missing. */
export async function ensureRolesAndDatabase(home: ClusterHome): Promise<void> {
  const url = databaseUrl(home, superuserRole, home.passwords.superuser, superuserRole);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await ensureRole(client, ownerRole, home.passwords.owner);
    await ensureRole(client, applicationLogin, home.passwords.application);
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerRole}`);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (found.rowCount === 0)
    await client.query(`create role ${role} login password ${pg.escapeLiteral(password)}`);
}

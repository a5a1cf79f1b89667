import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownerRole } from '@myaccount/local-postgres/database-roles';
import { startEmbeddedPostgres } from '@myaccount/local-postgres/embedded-postgres';
import pg from 'pg';
import { runChecks } from '../apps/server/src/ops/check.ts';
import { migrateDatabase } from '../apps/server/src/platform/database/migrate.ts';
import { prepareLogin } from '../apps/server/src/platform/database/prepare-login.ts';
import type { DatabaseAddresses } from '../scripts/start/local-settings.ts';

/** What docs/operations.md sets for a million accounts: the built-in PostgreSQL's own settings suit a small machine. */
export const settingsForMillion = {
  shared_buffers: '4GB',
  effective_cache_size: '12GB',
  max_wal_size: '16GB',
} as const;

/** The PostgreSQL under a bench or a drill. */
export interface DatabaseServer {
  readonly logFile: string;
  /** The parent of all its processes. */
  readonly pid: number;
  readonly superuserUrl: string;
  /** Returns a migrated database of this name. Creates it empty if it is missing. */
  database(name: string): Promise<DatabaseAddresses>;
  /** Recreates an empty, migrated database of this name. */
  emptyDatabase(name: string): Promise<DatabaseAddresses>;
  asSuperuser<T>(action: (client: pg.Client) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Has the schema only. Other databases are copied from it. */
const template = 'myaccount';

/** Starts the built-in PostgreSQL in a data folder. `holder` is the command that holds it. */
export async function startPostgres(
  dataDir: string,
  holder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DatabaseServer> {
  const isNew = !existsSync(join(dataDir, 'postgres.json'));
  if (isNew) console.log(`Creating a database in ${dataDir} …`);
  const log = { info: console.log, warn: console.warn };
  const postgres = await startEmbeddedPostgres({ dataDir, holder, log, settings });
  await migrateDatabase(postgres.ownerUrl);
  await prepareLogin(postgres.url);
  const asSuperuser = <T>(action: (client: pg.Client) => Promise<T>) =>
    withClient(postgres.superuserUrl, action);

  const database = async (name: string) => {
    const addresses = withName(postgres, name);
    const isThere = await asSuperuser((client) =>
      client.query('select from pg_database where datname = $1', [name]),
    );
    if (isThere.rowCount === 0) {
      await asSuperuser((client) =>
        client.query(`create database ${name} template ${template} owner ${ownerRole}`),
      );
    } else {
      await migrateDatabase(addresses.ownerUrl);
    }
    return addresses;
  };
  const emptyDatabase = async (name: string) => {
    await asSuperuser((client) => client.query(`drop database if exists ${name} with (force)`));
    return await database(name);
  };
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const pid = await asSuperuser(readPostmasterPid);
  const { superuserUrl, stop } = postgres;
  return { logFile, pid, superuserUrl, database, emptyDatabase, asSuperuser, stop };
}

async function readPostmasterPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
  );
  return rows[0]?.pid ?? Number.NaN;
}

/** The addresses of another database beside this one. */
export function withName({ url, ownerUrl }: DatabaseAddresses, name: string): DatabaseAddresses {
  const named = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  return { url: named(url), ownerUrl: named(ownerUrl) };
}

/** Runs an action with its own connection. */
export async function withClient<T>(address: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  // A connection that is lost fails the statement that is under way or comes next.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

/** Returns what `ops check` finds at a moment. */
export async function brokenChecks({ ownerUrl }: DatabaseAddresses, now: Date): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  try {
    const results = await runChecks(pool, now);
    return results.filter(({ broken }) => broken > 0).map(({ claim }) => `ops check: ${claim}`);
  } finally {
    await pool.end();
  }
}

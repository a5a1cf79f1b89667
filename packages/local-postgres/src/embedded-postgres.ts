import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClusterOnce, superuserRole } from './cluster.ts';
import { type ClusterHome, openClusterHome } from './cluster-home.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { applicationLogin, databaseUrl, ensureRolesAndDatabase, ownerRole } from './database-roles.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresUser } from './postgres-user.ts';
import { type Postmaster, type PostmasterStart, startPostmaster, stopOrphan } from './postmaster.ts';
import { limitLog, rotateLog } from './rotate-log.ts';
import { type SupervisorLog, supervise } from './supervisor.ts';

/** Options for starting the built-in PostgreSQL. */
export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: SupervisorLog;
  /** The name of this process in the error of a second start. Default: `npm start`. */
  readonly holder?: string;
  /** Server settings that override the defaults, such as `fsync: 'off'` for tests. */
  readonly settings?: Record<string, string>;
}

/** A running built-in PostgreSQL. */
export interface EmbeddedPostgres {
  /** The URL for the application's login. */
  readonly url: string;
  /** The URL for the role that owns the tables and runs migrations. */
  readonly ownerUrl: string;
  /** The URL for the role that can create databases. */
  readonly superuserUrl: string;
  /** Tells the next start on the same data folder to wait, because this process is stopping. */
  announceStop(): void;
  /** Stops PostgreSQL cleanly and releases the data folder. */
  stop(): Promise<void>;
}

const serverSettings = {
  // Unix socket only: no port conflicts, no access from outside, and faster than TCP.
  listen_addresses: '',
  port: '5432',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  jit: 'off',
};
const retryDelayMs = 500;
const maxAttempts = 20;
const survivingChildrenMessage =
  /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/**
 * Starts the built-in PostgreSQL with its data below `dataDir`, and keeps it running until `stop()`. Creates the
 * cluster, its roles, and the database if they are missing. Stops a PostgreSQL that a killed process left running. As
 * root, runs PostgreSQL as an unprivileged user.
 *
 * @throws DataDirInUse when another process uses the data folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const lock = await lockDataDir(dataDir, options.holder ?? 'npm start');
  try {
    const { start, home } = await prepareStart(dataDir, options);
    const supervised = await supervise(() => startWithRetries(start), options.log);
    const stop = () => supervised.stop().finally(() => lock.release());
    await ensureRolesAndDatabase(home).catch(async (error) => {
      await supervised.stop();
      throw error;
    });
    const endLimit = limitLog(start.logFile);
    return { ...urlsOf(home), announceStop: lock.announceStop, stop: () => stop().finally(endLimit) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function prepareStart(
  dataDir: string,
  { log, settings }: EmbeddedPostgresOptions,
): Promise<{ start: PostmasterStart; home: ClusterHome }> {
  const user = choosePostgresUser(dataDir);
  const home = openClusterHome(dataDir, user, (message) => log.warn(message));
  const binaries = preparePostgresBinaries(home.folder, user);
  const orphan = await stopOrphan(home);
  if (orphan) log.info(`Stopped the PostgreSQL (process ${orphan}) that an earlier run left behind.`);
  await createClusterOnce(home, binaries, user);
  const logFile = join(dataDir, 'logs', 'postgres.log');
  rotateLog(logFile);
  const start: PostmasterStart = {
    program: binaries.postgres,
    home,
    user,
    logFile,
    settings: { ...serverSettings, unix_socket_directories: quoted(home.socketDir), ...settings },
  };
  return { start, home };
}

/** After a kill of the postmaster alone, its children exit a moment later. Until then a new one refuses to start. */
async function startWithRetries(start: PostmasterStart): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostmaster(start);
    } catch (error) {
      if (attempt === maxAttempts || !survivingChildrenMessage.test(String(error))) throw error;
      await sleep(retryDelayMs);
    }
  }
}

function urlsOf(home: ClusterHome): Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'superuserUrl'> {
  const { application, owner, superuser } = home.passwords;
  return {
    url: databaseUrl(home, applicationLogin, application),
    ownerUrl: databaseUrl(home, ownerRole, owner),
    superuserUrl: databaseUrl(home, superuserRole, superuser, superuserRole),
  };
}

/** The setting is a list, so a path with a comma or a space must be quoted. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClusterOnce, superuserRole } from './cluster.ts';
import { type ClusterHome, openClusterHome } from './cluster-home.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { applicationRole, databaseUrl, ensureRolesAndDatabase, ownerRole } from './database-roles.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresUser } from './postgres-user.ts';
import { type Postmaster, type PostmasterStart, startPostmaster, stopOrphan } from './postmaster.ts';
import { rotateLog } from './rotate-log.ts';
import { type SupervisorLog, supervise } from './supervisor.ts';

/** What a start of the built-in PostgreSQL can be told. */
export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: SupervisorLog;
  /** How a refused second start names this process; `npm start` when left out. */
  readonly holder?: string;
  /** Settings of the server that differ from ours, such as `fsync: 'off'` for tests. */
  readonly settings?: Record<string, string>;
}

/** A running built-in PostgreSQL. */
export interface EmbeddedPostgres {
  /** The address for the application's role. */
  readonly url: string;
  /** The address for the role that owns the tables and runs migrations. */
  readonly ownerUrl: string;
  /** The address for the role that may make databases. */
  readonly superuserUrl: string;
  /** Tells a next start on the same data folder to wait, because this process is about to stop. */
  announceStop(): void;
  /** Stops it in order and gives the data folder free. */
  stop(): Promise<void>;
}

const serverSettings = {
  // Reached by its Unix socket only: nothing to collide with, nothing to reach from outside, and faster than TCP.
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
const survivorsWaitMs = 500;
const survivorsAttempts = 20;
const survivorsMessage = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/**
 * Starts the PostgreSQL that comes with the portal, with its data below `dataDir`, and keeps it running until
 * `stop()`. It makes the cluster, its roles and the database where they are missing, ends what a killed process left
 * running, and as root hands PostgreSQL to an unprivileged user.
 *
 * @throws DataDirInUse when another process uses the data folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const lock = await lockDataDir(dataDir, options.holder ?? 'npm start');
  try {
    const { start, home } = await prepareStart(dataDir, options);
    const supervised = await supervise(() => startPastSurvivors(start), options.log);
    const stop = () => supervised.stop().finally(() => lock.release());
    await ensureRolesAndDatabase(home).catch(async (error) => {
      await supervised.stop();
      throw error;
    });
    return { ...addresses(home), announceStop: lock.announceStop, stop };
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

/** After a kill of the postmaster alone its children need a moment to notice; until then a new one refuses. */
async function startPastSurvivors(start: PostmasterStart): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    try {
      return await startPostmaster(start);
    } catch (error) {
      if (tries === survivorsAttempts || !survivorsMessage.test(String(error))) throw error;
      await sleep(survivorsWaitMs);
    }
  }
}

function addresses(home: ClusterHome): Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'superuserUrl'> {
  const { application, owner, superuser } = home.passwords;
  return {
    url: databaseUrl(home, applicationRole, application),
    ownerUrl: databaseUrl(home, ownerRole, owner),
    superuserUrl: databaseUrl(home, superuserRole, superuser, superuserRole),
  };
}

/** The setting takes a list, so a path with a comma or a blank has to be quoted. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

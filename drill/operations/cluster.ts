import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRunningCluster, placeBaseCopy } from '@myaccount/local-postgres/base-copy';
import { createClusterOnce, superuserRole } from '@myaccount/local-postgres/cluster';
import { type ClusterHome, openClusterHome } from '@myaccount/local-postgres/cluster-home';
import {
  applicationLogin,
  databaseUrl,
  ensureRolesAndDatabase,
  ownerRole,
} from '@myaccount/local-postgres/database-roles';
import { preparePostgresBinaries } from '@myaccount/local-postgres/postgres-binaries';
import { choosePostgresUser } from '@myaccount/local-postgres/postgres-user';
import { startPostmaster, stopPostmaster } from '@myaccount/local-postgres/postmaster';

/** A PostgreSQL that nobody restarts. */
export interface Cluster {
  readonly home: ClusterHome;
  readonly url: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  /** Ends it without warning. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates and starts a cluster in a new folder. */
export async function startPrimary(dataDir: string): Promise<Cluster> {
  const home = makeHome(dataDir);
  const user = choosePostgresUser(dataDir);
  await createClusterOnce(home, preparePostgresBinaries(home.folder, user), user);
  const cluster = await start(home, dataDir, {});
  await ensureRolesAndDatabase(home);
  return cluster;
}

/** Starts a standby of a running primary in a new folder. */
export async function startStandby(primary: Cluster, dataDir: string): Promise<Cluster> {
  const home = makeHome(dataDir, primary.home);
  const user = choosePostgresUser(dataDir);
  const copy = join(dataDir, 'copy');
  await copyRunningCluster(primary.superuserUrl, primary.home.cluster, copy);
  await placeBaseCopy(copy, home.cluster, user);
  const signal = join(home.cluster, 'standby.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  if (user) chownSync(signal, user.uid, user.gid);
  const { socketDir, passwords } = primary.home;
  const from = `host=${socketDir} user=${superuserRole} password=${passwords.superuser} application_name=standby`;
  return await start(home, dataDir, { primary_conninfo: from });
}

function makeHome(dataDir: string, like?: ClusterHome): ClusterHome {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  return openClusterHome(dataDir, choosePostgresUser(dataDir), console.warn, like?.passwords);
}

async function start(home: ClusterHome, dataDir: string, settings: Record<string, string>): Promise<Cluster> {
  const user = choosePostgresUser(dataDir);
  const { pid, ended } = await startPostmaster({
    program: preparePostgresBinaries(home.folder, user).postgres,
    home,
    user,
    logFile: join(dataDir, 'logs', 'postgres.log'),
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${home.socketDir}"`,
      timezone: 'UTC',
      ...settings,
    },
  });
  const { application, owner, superuser } = home.passwords;
  return {
    home,
    url: databaseUrl(home, applicationLogin, application),
    ownerUrl: databaseUrl(home, ownerRole, owner),
    superuserUrl: databaseUrl(home, superuserRole, superuser, superuserRole),
    kill: async () => {
      process.kill(pid, 'SIGKILL');
      await ended;
    },
    stop: () => stopPostmaster(pid),
  };
}

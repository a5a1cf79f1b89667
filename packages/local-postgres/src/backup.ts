import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRunningCluster, placeBaseCopy } from './base-copy.ts';
import { superuserRole } from './cluster.ts';
import { openClusterHome } from './cluster-home.ts';
import { databaseUrl } from './database-roles.ts';
import { choosePostgresUser } from './postgres-user.ts';

/** The passwords of the cluster's roles, and the keys that open what is sealed in it. */
const secrets = ['postgres.json', 'keys.json'] as const;

/** A backup or restore that cannot be done. The operator can fix it. */
export class BackupProblem extends Error {
  readonly isPlain = true;
}

/** Copies the running built-in database of a data folder, with its keys, into a new folder. */
export async function backUp(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres.json'))) {
    throw new BackupProblem(
      `${dataDir} has no built-in database. Back up a PostgreSQL of your own with its tools (pg_basebackup).`,
    );
  }
  if (existsSync(folder)) throw new BackupProblem(`${folder} exists. Choose a new folder for each backup.`);
  const home = openClusterHome(dataDir, choosePostgresUser(dataDir), () => undefined);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const superuserUrl = databaseUrl(home, superuserRole, home.passwords.superuser, superuserRole);
  await copyRunningCluster(superuserUrl, home.cluster, join(unfinished, 'cluster'));
  for (const name of secrets) {
    if (!existsSync(join(dataDir, name))) continue;
    await copyFile(join(dataDir, name), join(unfinished, name));
    await chmod(join(unfinished, name), 0o600);
  }
  await rename(unfinished, folder);
}

/** Makes a data folder from a backup. The next start of its database replays the log of the backup. */
export async function placeBackup(folder: string, dataDir: string): Promise<void> {
  if (!existsSync(join(folder, 'cluster', 'backup_label')))
    throw new BackupProblem(`${folder} is no finished backup.`);
  if (existsSync(join(dataDir, 'postgres.json')))
    throw new BackupProblem(`${dataDir} has a database. Choose an empty folder with DATA_DIR.`);
  // PostgreSQL's own user must reach its part of the folder.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const user = choosePostgresUser(dataDir);
  const { passwords } = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8'));
  const home = openClusterHome(dataDir, user, () => undefined, passwords);
  const unfinished = join(home.folder, 'cluster.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await placeBaseCopy(join(folder, 'cluster'), unfinished, user);
  await rename(unfinished, home.cluster);
  if (existsSync(join(folder, 'keys.json')))
    await copyFile(join(folder, 'keys.json'), join(dataDir, 'keys.json'));
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterHome } from './cluster-home.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';

/** The role that made the cluster; only this supervisor uses it. */
export const superuserRole = 'postgres';

/** What PostgreSQL's programs see of our environment: nothing that could change how they sort or tell the time. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Sorting, encoding and checksums are pinned, so that a cluster is the same wherever it was made. */
const initdbOptions = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--auth=scram-sha-256',
  `--username=${superuserRole}`,
];

/** Makes the cluster if there is none. A cluster whose making was cut off does not count and is made again. */
export async function createClusterOnce(
  home: ClusterHome,
  binaries: PostgresBinaries,
  user: PostgresUser | undefined,
): Promise<void> {
  if (existsSync(home.cluster)) return;
  const unfinished = join(home.folder, 'cluster.unfinished');
  const passwordFile = join(home.folder, 'superuser-password');
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, home.passwords.superuser, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await runInitdb(binaries.initdb, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`], user);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, home.cluster);
}

async function runInitdb(initdb: string, options: string[], user: PostgresUser | undefined): Promise<void> {
  const child = spawn(initdb, [...initdbOptions, ...options], {
    ...user,
    cwd: '/',
    env: postgresEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0)
    throw new Error(`The database could not be made (initdb ended with ${exitCode}):\n${output}`);
}

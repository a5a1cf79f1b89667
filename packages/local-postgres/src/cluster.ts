import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterHome } from './cluster-home.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';

/** The role that created the cluster. Only this supervisor uses it. */
export const superuserRole = 'postgres';

/** The environment of PostgreSQL's programs: nothing that could change sorting or time zones. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Fixed sorting, encoding, and checksums, so that a cluster is the same on every machine. */
const initdbOptions = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--auth=scram-sha-256',
  `--username=${superuserRole}`,
];

/** Creates the cluster if there is none. Replaces a partly created cluster. */
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
    throw new Error(`Could not create the database (initdb exited with ${exitCode}):\n${output}`);
}

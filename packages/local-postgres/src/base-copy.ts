import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresUser } from './postgres-user.ts';

/** What a running server writes for itself, and a copy must not have. Source: PostgreSQL, “Base Backup API”. */
const leftOut = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|.*\.unfinished)$/;
/** Folders that a copy has, but empty. */
const emptied = [
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const segmentName = /^[0-9A-F]{24}$/;
const historyName = /^[0-9A-F]{8}\.history$/;

/**
 * Copies a running cluster into a new folder, with the write-ahead log that makes the copy whole. Nobody has to stop
 * working. A server that starts on the copy replays that log, and has everything that was committed before this
 * function returned its copy of the log.
 */
export async function copyRunningCluster(
  superuserUrl: string,
  cluster: string,
  target: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    // The slot ends with this connection. Until then the server keeps all log from here on.
    await client.query(
      "select pg_create_physical_replication_slot('base_copy_' || pg_backend_pid(), true, true)",
    );
    await client.query("select pg_backup_start('base copy', fast => true)");
    await copyFolder(cluster, target, emptied);
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    const label = rows[0]?.label ?? '';
    await writeFile(join(target, 'backup_label'), label, { mode: 0o600, flush: true });
    await copyLog(join(cluster, 'pg_wal'), join(target, 'pg_wal'), label);
  } finally {
    await client.end();
  }
}

/** Copies a base copy into the folder of a new cluster, for PostgreSQL's user. */
export async function placeBaseCopy(
  copy: string,
  cluster: string,
  user: PostgresUser | undefined,
): Promise<void> {
  await copyFolder(copy, cluster, []);
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
}

/** Copies files and folders below `source`. A file that the server removes meanwhile is not missed: the log has it. */
async function copyFolder(source: string, target: string, empty: readonly string[]): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const entries = await readdir(source, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (leftOut.test(entry.name)) continue;
    if (empty.includes(entry.name)) await mkdir(to, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFolder(from, to, []);
    else if (entry.isFile()) await copyFile(from, to).catch(ignoreMissing);
  }
}

/** Copies the segments of the log from the one that the label names, and the history of timelines. */
async function copyLog(source: string, target: string, label: string): Promise<void> {
  const [, first] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  if (!first) throw new Error(`PostgreSQL returned an unknown backup label: ${label}`);
  const names = (await readdir(source)).filter(
    (name) => historyName.test(name) || (segmentName.test(name) && name >= first),
  );
  for (const name of names) await copyFile(join(source, name), join(target, name), constants.COPYFILE_EXCL);
  // PostgreSQL expects the folder.
  await mkdir(join(target, 'archive_status'), { mode: 0o700 });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

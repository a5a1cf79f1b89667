import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresUser, userMay } from './postgres-user.ts';

/** The folders of one database cluster and the passwords of its roles. */
export interface ClusterHome {
  /** Everything that PostgreSQL's user must reach. */
  readonly folder: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The folder of the Unix socket. Its path is short, because the system allows 107 bytes. */
  readonly socketDir: string;
  readonly passwords: ClusterPasswords;
}

interface ClusterPasswords {
  readonly superuser: string;
  readonly owner: string;
  readonly application: string;
}

/** What a data folder stores about its cluster. */
interface ClusterRecord {
  readonly passwords: ClusterPasswords;
  /** Set when the cluster is outside the data folder, because only root can access that folder. */
  readonly outsideFolder?: string;
}

const systemStateDir = '/var/lib';
const outsidePrefix = 'myaccount-';
const longestSocketDirBytes = 85;

/**
 * Finds the cluster of a data folder, or chooses its location and records it. `passwords` are those of a restored
 * cluster.
 */
export function openClusterHome(
  dataDir: string,
  user: PostgresUser | undefined,
  warn: (message: string) => void,
  passwords: ClusterPasswords = newPasswords(),
): ClusterHome {
  const recordFile = join(dataDir, 'postgres.json');
  const isNew = !existsSync(recordFile);
  const record = isNew
    ? makeRecord(dataDir, recordFile, { user, passwords })
    : (JSON.parse(readFileSync(recordFile, 'utf8')) as ClusterRecord);
  if (isNew && record.outsideFolder) warnAboutOldClusters(dataDir, record.outsideFolder, warn);
  if (record.outsideFolder) claimOutsideFolder(record.outsideFolder, dataDir, recordFile);
  const folder = record.outsideFolder ?? insideFolder(dataDir);
  makePrivateDir(folder, user);
  const socketDir = chooseSocketDir(folder);
  makePrivateDir(socketDir, user);
  return { folder, cluster: join(folder, 'cluster'), socketDir, passwords: record.passwords };
}

function insideFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

interface NewRecord {
  readonly user: PostgresUser | undefined;
  readonly passwords: ClusterPasswords;
}

function makeRecord(dataDir: string, recordFile: string, { user, passwords }: NewRecord): ClusterRecord {
  const inside = join(insideFolder(dataDir), 'cluster');
  if (existsSync(inside)) {
    throw new Error(
      `${recordFile} is missing, but ${inside} exists. Restore the file from a backup, or move that folder away.`,
    );
  }
  const isReachable = !user || userMay(user, '-x', [dataDir]);
  const record: ClusterRecord = {
    passwords,
    ...(isReachable ? {} : { outsideFolder: makeOutsideFolder(dataDir) }),
  };
  writeFileSync(`${recordFile}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${recordFile}.new`, recordFile);
  return record;
}

function makeOutsideFolder(dataDir: string): string {
  const folder = mkdtempSync(join(systemStateDir, outsidePrefix));
  writeFileSync(ownerMark(folder), dataDir);
  return folder;
}

/** Deleting a data folder keeps its outside cluster, on purpose. Warn, so that it does not fill the disk unnoticed. */
function warnAboutOldClusters(dataDir: string, current: string, warn: (message: string) => void): void {
  for (const name of readdirSync(systemStateDir).filter((entry) => entry.startsWith(outsidePrefix))) {
    const folder = join(systemStateDir, name);
    if (folder === current || !existsSync(ownerMark(folder))) continue;
    if (readFileSync(ownerMark(folder), 'utf8') !== dataDir) continue;
    warn(`${folder} holds the database of an earlier ${dataDir}. Delete it if it is no longer needed.`);
  }
}

/** A moved data folder keeps its outside cluster. A copied one must not share it with the original. */
function claimOutsideFolder(folder: string, dataDir: string, recordFile: string): void {
  if (!existsSync(ownerMark(folder))) {
    throw new Error(
      `The database of this data folder was in ${folder}, which is missing. ` +
        `Restore it from a backup, or delete ${recordFile} to start with an empty database.`,
    );
  }
  const owner = readFileSync(ownerMark(folder), 'utf8');
  if (owner !== dataDir && existsSync(owner)) {
    throw new Error(
      `${dataDir} is a copy of ${owner}, which keeps its database in ${folder}. ` +
        `Delete ${recordFile} to start with an empty database.`,
    );
  }
  writeFileSync(ownerMark(folder), dataDir);
}

function ownerMark(folder: string): string {
  return join(folder, 'data-folder.txt');
}

function chooseSocketDir(folder: string): string {
  const inside = join(folder, 'socket');
  if (Buffer.byteLength(inside) <= longestSocketDirBytes) return inside;
  return join(tmpdir(), `myaccount-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

function makePrivateDir(path: string, user: PostgresUser | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (user) chownSync(path, user.uid, user.gid);
}

function newPasswords(): ClusterPasswords {
  return { superuser: newPassword(), owner: newPassword(), application: newPassword() };
}

/** 192 random bits in characters that need no escaping in a URL. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

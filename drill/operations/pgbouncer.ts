import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { choosePostgresUser } from '@myaccount/local-postgres/postgres-user';

/** A pooler in transaction mode in front of a database. */
export interface Pooler {
  /** The database's address through the pooler. */
  readonly url: string;
  /** Ends it without warning. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

interface PoolerOptions {
  readonly folder: string;
  readonly port: number;
  /** PostgreSQL's own address. */
  readonly databaseUrl: string;
}

const program = process.env.PGBOUNCER || 'pgbouncer';
/** The first release that keeps prepared statements in transaction mode without a setting. */
const oldest = [1, 24] as const;

/** Returns why the installed pgbouncer cannot be used; undefined if it can. */
export function refusePgbouncer(): string | undefined {
  const text = version();
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(text) ?? [];
  if (Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]))
    return undefined;
  return `pgbouncer ${oldest.join('.')} or newer is needed, found: ${text || 'none'} (set PGBOUNCER to its path)`;
}

function version(): string {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';
  } catch {
    return '';
  }
}

/** Prepares a pgbouncer. It refuses to run as root, so root runs it as PostgreSQL's user. */
export function preparePooler({ folder, port, databaseUrl }: PoolerOptions): Pooler {
  const direct = new URL(databaseUrl);
  const user = choosePostgresUser(folder);
  const home = join(folder, `pgbouncer-${port}`);
  mkdirSync(home, { mode: 0o700 });
  const config = join(home, 'pgbouncer.ini');
  const users = join(home, 'users.txt');
  writeFileSync(users, `"${direct.username}" "${decodeURIComponent(direct.password)}"\n`, { mode: 0o600 });
  writeFileSync(
    config,
    `[databases]
* = host=${decodeURIComponent(direct.hostname)} port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
`,
  );
  for (const path of [home, config, users]) if (user) chownSync(path, user.uid, user.gid);
  const url = `postgres://${direct.username}:${direct.password}@127.0.0.1:${port}${direct.pathname}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const log = openSync(join(folder, 'logs', 'pgbouncer.log'), 'a');
    child = spawn(program, [config], { ...user, cwd: '/', stdio: ['ignore', log, log] });
    await waitForPort(port, child);
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url, kill, start };
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`pgbouncer exited with ${child.exitCode}; its log is logs/pgbouncer.log`);
}

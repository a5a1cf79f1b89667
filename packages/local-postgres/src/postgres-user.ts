import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The system user that PostgreSQL runs as when this process is root. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

const fallbackUser = 'nobody';

/**
 * The user that PostgreSQL must run as. PostgreSQL refuses to run as root, so root runs it as the owner of the data
 * folder, or else as `nobody`. Undefined: the current user.
 */
export function choosePostgresUser(dataDir: string): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readSystemUsers();
  const ownerUid = statSync(dataDir).uid;
  const chosen =
    users.find((user) => user.uid === ownerUid && user.uid !== 0) ??
    users.find((user) => user.name === fallbackUser);
  if (!chosen) {
    throw new Error(
      `PostgreSQL does not run as root, and this system has no user "${fallbackUser}". ` +
        'Start the portal as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
    );
  }
  return { uid: chosen.uid, gid: chosen.gid };
}

/** Whether the user has the access that the flag of test(1) names (`-x`, `-r`, `-w`) to every path. */
export function userMay(user: PostgresUser | undefined, flag: '-x' | '-r' | '-w', paths: string[]): boolean {
  return paths.every((path) => spawnSync('test', [flag, path], { ...user, cwd: '/' }).status === 0);
}

function readSystemUsers() {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

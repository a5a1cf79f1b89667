import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../environment/program.ts';
import type { Settings } from '../../scripts/start/local-settings.ts';

const recordFile = join(import.meta.dirname, 'previous-release.txt');

/** Returns why the previous release cannot be checked out; undefined if it can. */
export function refusePreviousRelease(): string | undefined {
  const commit = readCommit();
  try {
    git(['cat-file', '-e', `${commit}^{commit}`]);
    return undefined;
  } catch {
    return `this checkout does not have the previous release (${commit}): fetch it with git`;
  }
}

/**
 * Writes the previous release into a folder and returns it. Its dependencies are ours if its lock file is, or else
 * installed.
 */
export function checkOutPreviousRelease(folder: string): string {
  if (existsSync(join(folder, 'apps', 'web', 'dist'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = git(['archive', '--format=tar', readCommit()]);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lock = 'package-lock.json';
  const isSame = readFileSync(join(folder, lock), 'utf8') === readFileSync(join(checkout, lock), 'utf8');
  if (isSame) linkDependencies(folder);
  else
    execFileSync('npm', ['ci', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  // Its server serves its own pages.
  execFileSync(join(folder, 'node_modules', '.bin', 'vite'), ['build', 'apps/web'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return folder;
}

/** Runs an operator command of the previous release. Throws if it fails. */
export function runPreviousOps(folder: string, command: readonly string[], settings: Settings): void {
  execFileSync(process.execPath, [join(folder, 'apps', 'server', 'src', 'ops', 'ops.ts'), ...command], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Links every package, except the workspaces: those are the previous release's own. */
function linkDependencies(folder: string): void {
  for (const entry of listPackages(join(checkout, 'node_modules'))) {
    const [from, to] = [join(checkout, 'node_modules', entry), join(folder, 'node_modules', entry)];
    mkdirSync(join(to, '..'), { recursive: true });
    // npm links workspaces by relative paths, which lead to the copy's own.
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else symlinkSync(from, to);
  }
}

function listPackages(nodeModules: string): string[] {
  return readdirSync(nodeModules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(nodeModules, name)).map((inner) => join(name, inner)) : [name],
  );
}

function readCommit(): string {
  return readFileSync(recordFile, 'utf8').trim();
}

function git(command: readonly string[]): Buffer {
  return execFileSync('git', command, {
    cwd: checkout,
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { log, root, run, SetUpError } from './environment.mjs';
import { whyNoRoom } from './room.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean,
 *   link?: boolean, resolved?: string }} LockedPackage
 */

/** node_modules, and what npm keeps of its download. */
const neededMegabytes = 1_200;

/**
 * Installs what package-lock.json lists, unless exactly that is installed.
 * @param {{ isProduction: boolean }} options whether what only development needs may be missing
 * @returns {boolean} whether anything had to be done
 */
export function ensureDependencies(options) {
  return install('the dependencies', 'some 350 MB', root, whyInstall(options));
}

/**
 * Installs what only the bench needs, in its own folder.
 * @returns {boolean} whether anything had to be done
 */
export function ensureBenchDependencies() {
  const folder = join(root, 'bench');
  return install('what the bench needs', 'some 65 MB', folder, whyInstall({ isProduction: false, folder }));
}

/**
 * @param {string} what
 * @param {string} size of the download
 * @param {string} folder where package-lock.json is
 * @param {string | undefined} reason undefined: nothing has to be done
 */
function install(what, size, folder, reason) {
  if (!reason) return false;
  const noRoom = whyNoRoom(folder, neededMegabytes);
  if (noRoom) throw new SetUpError(`${noRoom}. Make room, or clone into another folder.`);
  log(`installing ${what} (${reason}): ${size} from the npm registry, a minute or two the first time.`);
  // Errors only: npm would warn about every package that needs the newer Node, which is being installed.
  if (!runNpm(['ci', '--include=dev', '--include=optional', '--loglevel=error'], folder)) {
    throw new SetUpError(
      'npm ci failed; its message is above. Fix the cause and run the same command again.',
    );
  }
  log(`installed ${what}.`);
  return true;
}

/**
 * Refuses an installation that is not as locked, without changing it: a server may have a file system that is read-only,
 * and no registry.
 */
export function requireDependencies() {
  const reason = whyInstall({ isProduction: true });
  if (reason) throw new SetUpError(`the dependencies are not complete (${reason}). Run: npm ci --omit=dev`);
}

/**
 * Returns why the dependencies have to be installed; undefined where exactly those are that package-lock.json lists.
 * @param {{ isProduction: boolean, folder?: string }} options
 * @returns {string | undefined}
 */
export function whyInstall({ isProduction, folder = root }) {
  const installedFile = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return 'none are installed';
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(installedFile);
  const differs = Object.entries(wanted).some(
    ([path, locked]) =>
      path !== '' &&
      !matches(locked, installed[path]) &&
      !(isProduction && !installed[path] && isForDevelopment(locked, wanted)),
  );
  return differs ? 'package-lock.json has changed' : undefined;
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Whether a package is installed as locked. Optional packages may be missing: they are for other machines.
 * @param {LockedPackage} locked
 * @param {LockedPackage | undefined} installed
 */
function matches(locked, installed) {
  if (!installed) return locked.optional === true;
  return locked.version === installed.version && locked.integrity === installed.integrity;
}

/**
 * Whether `npm ci --omit=dev` may leave a package out.
 * @param {LockedPackage} locked
 * @param {Record<string, LockedPackage>} packages
 */
function isForDevelopment(locked, packages) {
  const target = (locked.link && packages[locked.resolved ?? '']) || locked;
  return target.dev === true || target.devOptional === true;
}

/**
 * Runs npm with the system's Node: the one in node_modules is among the files that npm replaces.
 * @param {string[]} options
 * @param {string} folder
 */
function runNpm(options, folder) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
  const env = { ...process.env, PATH: path };
  const npmScript = process.env.npm_execpath;
  if (npmScript?.endsWith('.js')) return run('node', [npmScript, ...options], env, folder);
  if (spawnSync('npm', ['--version'], { env }).status !== 0) {
    throw new SetUpError('npm was not found; it comes with Node (nodejs.org).');
  }
  return run('npm', options, env, folder);
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { log, run, SetUpError } from './environment.mjs';

const defaultPath = '/usr/bin/chromium';

/**
 * Makes sure that the browser tests find Chromium: CHROMIUM_PATH, or Debian's package, which it installs if it may.
 * @returns {boolean} whether anything had to be done
 */
export function ensureBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen)) {
    throw new SetUpError(
      `CHROMIUM_PATH is ${chosen}, and there is no such file. Set it to the path of Chromium.`,
    );
  }
  if (chosen || existsSync(defaultPath)) return false;
  const asRoot = findRootPrefix();
  if (!asRoot || !exists('apt-get')) throw new SetUpError(whatToInstall());
  log('installing Chromium for the browser tests (apt-get install chromium) …');
  const [program, ...before] = [...asRoot, 'apt-get'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run(program, [...before, 'update', '-q'], env);
  const isInstalled = run(
    program,
    [...before, 'install', '-y', '-q', '--no-install-recommends', 'chromium'],
    env,
  );
  if (!isInstalled || !existsSync(defaultPath)) throw new SetUpError(whatToInstall());
  log('Chromium is installed.');
  return true;
}

/** @returns {string[] | undefined} the prefix of a command that needs root; undefined when there is none */
function findRootPrefix() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** @param {string} program */
function exists(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function whatToInstall() {
  return (
    'the browser tests need Chromium, and it could not be installed.\n' +
    '  Debian, Ubuntu: sudo apt-get install chromium\n' +
    `  elsewhere: install Chromium or Chrome and set CHROMIUM_PATH to its program (default: ${defaultPath}).\n` +
    'Without the browser tests: npm run check'
  );
}

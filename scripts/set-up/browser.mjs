import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { log, run, SetUpError } from './environment.mjs';

const defaultPath = '/usr/bin/chromium';

/**
 * Makes sure that the browser tests find Chromium: CHROMIUM_PATH, or Debian's package, which is installed where it
 * is missing and may be.
 * @returns {boolean} whether there was something to do
 */
export function ensureBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen)) {
    throw new SetUpError(
      `CHROMIUM_PATH is ${chosen}, and there is no such file; it needs the path of a Chromium.`,
    );
  }
  if (chosen || existsSync(defaultPath)) return false;
  const asRoot = findWayToRoot();
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

/** @returns {string[] | undefined} what to put before a command that needs root */
function findWayToRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** @param {string} program */
function exists(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function whatToInstall() {
  return (
    'the browser tests need Chromium, which is not installed and could not be installed from here.\n' +
    '  Debian, Ubuntu: sudo apt-get install chromium\n' +
    `  elsewhere: install Chromium or Chrome and set CHROMIUM_PATH to its program (now looked for: ${defaultPath}).\n` +
    'Everything but the browser tests runs with: npm run check'
  );
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { log, run, SetUpError } from './environment.mjs';

/** Debian's packages. The shell, the faster, is Chromium without its own window, which would run beside every page. */
const packages = ['chromium-headless-shell', 'chromium'];

/** @returns {string | undefined} the program of the browser tests: CHROMIUM_PATH, or Debian's; undefined without either */
export function findBrowser() {
  return process.env.CHROMIUM_PATH || packages.map((name) => `/usr/bin/${name}`).find(existsSync);
}

/**
 * Makes sure that the browser tests find Chromium, and installs Debian's package if it may.
 * @returns {boolean} whether anything had to be done
 */
export function ensureBrowser() {
  const found = findBrowser();
  if (found && existsSync(found)) return false;
  if (found) {
    throw new SetUpError(
      `CHROMIUM_PATH is ${found}, and there is no such file. Set it to the path of Chromium.`,
    );
  }
  const asRoot = findRootPrefix();
  if (!asRoot || !exists('apt-get')) throw new SetUpError(whatToInstall());
  const [program, ...before] = [...asRoot, 'apt-get'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-q', '--no-install-recommends'];
  run(program, [...before, 'update', '-q'], env);
  for (const name of packages) {
    log(`installing Chromium for the browser tests (apt-get install ${name}) …`);
    if (run(program, [...before, ...install, name], env) && findBrowser()) {
      log('Chromium is installed.');
      return true;
    }
  }
  throw new SetUpError(whatToInstall());
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
    `  Debian: sudo apt-get install ${packages[0]}\n` +
    '  elsewhere: install Chromium or Chrome and set CHROMIUM_PATH to its program.\n' +
    'Without the browser tests: npm run check'
  );
}

import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Set-up cannot go on; the message says what a person has to do. */
export class SetUpError extends Error {}

/**
 * Says what is going on, on stderr.
 * @param {string} message
 */
export function log(message) {
  process.stderr.write(`Set-up: ${message}\n`);
}

/**
 * Runs a program whose output a person should see, all of it on stderr.
 * @param {string} program
 * @param {string[]} options
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether it succeeded
 */
export function run(program, options, env = process.env) {
  return spawnSync(program, options, { cwd: root, env, stdio: ['ignore', 2, 2] }).status === 0;
}

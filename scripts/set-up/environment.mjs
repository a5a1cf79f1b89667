import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Set-up cannot continue; the message says what to do. */
export class SetUpError extends Error {}

/**
 * Prints progress to stderr.
 * @param {string} message
 */
export function log(message) {
  process.stderr.write(`Set-up: ${message}\n`);
}

/**
 * Runs a program with its output on stderr.
 * @param {string} program
 * @param {string[]} options
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [cwd]
 * @returns {boolean} whether it succeeded
 */
export function run(program, options, env = process.env, cwd = root) {
  return spawnSync(program, options, { cwd, env, stdio: ['ignore', 2, 2] }).status === 0;
}

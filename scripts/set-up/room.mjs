import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';

/**
 * Creates a folder if it is missing. Returns why it cannot take so many megabytes; undefined where it can. Other users may
 * traverse the folder (under root, PostgreSQL is another user) but not list it.
 * @param {string} folder
 * @param {number} megabytes
 * @returns {string | undefined}
 */
export function whyNoRoom(folder, megabytes) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    return `${folder} cannot be written (${/** @type {NodeJS.ErrnoException} */ (error).code})`;
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  return free < megabytes ? `${folder} has ${free} MB of space and needs ${megabytes} MB` : undefined;
}

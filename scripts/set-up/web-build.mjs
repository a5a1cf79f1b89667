import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { log, root, run, SetUpError } from './environment.mjs';

const inputPaths = [['apps', 'web'], ['packages', 'contract', 'src'], ['package-lock.json']].map((parts) =>
  join(root, ...parts),
);
const output = join(root, 'apps', 'web', 'dist');
const stamp = join(output, '.inputs');
const notInputs = new Set(['dist', 'node_modules', '.vite']);

/**
 * Builds the web pages when their sources changed after the last build.
 * @returns {boolean} whether anything had to be done
 */
export function ensureWebBuild() {
  const inputs = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return false;
  log('building the web pages …');
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  if (!run(join(bin, 'vite'), ['build', 'apps/web', '--logLevel', 'warn'], env)) {
    throw new SetUpError('the web pages could not be built; the reason is above.');
  }
  writeFileSync(stamp, inputs);
  log('the web pages are built.');
  return true;
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const file of inputPaths.flatMap(listFiles))
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * @param {string} path a file or a folder
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (path.endsWith('.json')) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !notInputs.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}

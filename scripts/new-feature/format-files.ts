import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');

/** Formats files of a checkout and sorts their imports: both depend on the words that were written into them. */
export function formatFiles(checkout: string, paths: readonly string[]): void {
  const files = paths.filter((path) => /\.(tsx?|json)$/.test(path)).map((path) => join(checkout, path));
  if (files.length === 0) return;
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const options = ['--linter-enabled=false', `--config-path=${root}`, '--vcs-enabled=false'];
  execFileSync(biome, ['check', '--write', ...options, ...files], { stdio: 'pipe' });
}

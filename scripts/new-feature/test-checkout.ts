import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listFiles } from '../../architecture/source-files.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Returns a checkout with the files of this one and its dependencies; the workspaces' packages are those of the copy. */
export function makeTestCheckout(): string {
  const checkout = mkdtempSync(join(tmpdir(), 'new-feature-checkout-'));
  for (const path of listFiles()) cpSync(join(root, path), join(checkout, path));
  const modules = join(checkout, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.cache') continue;
    const source = join(root, 'node_modules', name);
    if (name === '@myaccount')
      cpSync(source, join(modules, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(source, join(modules, name));
  }
  return checkout;
}

/** Returns where a program of this checkout is. */
export function bin(program: string): string {
  return join(root, 'node_modules', '.bin', program);
}

/** Options of biome. Shared files that grew by a feature are longer than lint lets a file or function be. */
export const lintOptions: readonly string[] = [
  '--vcs-enabled=false',
  '--error-on-warnings',
  '--max-diagnostics=200',
  '--skip=style/noExcessiveLinesPerFile',
  '--skip=complexity/noExcessiveLinesPerFunction',
];

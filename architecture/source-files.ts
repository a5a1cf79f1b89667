import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Returns every file that git tracks or would add, relative to the root. */
export function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path && existsSync(join(root, path)));
}

/** Returns the source files below a folder, without tests. */
export function listSources(folder: string): string[] {
  return listFiles().filter(
    (path) => path.startsWith(folder) && /\.tsx?$/.test(path) && !/\.(test|e2e)\.tsx?$/.test(path),
  );
}

/** Returns what a file imports: paths relative to the root for files, names for packages. */
export function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].flatMap(([, target]) => {
    if (!target) return [];
    return target.startsWith('.') ? [normalize(join(dirname(path), target))] : [target];
  });
}

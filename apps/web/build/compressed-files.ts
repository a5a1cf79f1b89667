import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.css', '.json', '.svg']);
const compress = promisify(brotliCompress);

async function compressFile(path: string): Promise<void> {
  await writeFile(`${path}.br`, await compress(await readFile(path)));
}

/** Puts a brotli twin (`.br`) beside every text file of the build, so that the server need not compress. */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
      await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
    },
  };
}

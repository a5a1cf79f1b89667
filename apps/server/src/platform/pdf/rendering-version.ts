import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pdfFontUrls } from './pdf-fonts.ts';

const sources = new URL('../../', import.meta.url);
const compilerPackage = '@myriaddreamin/typst-ts-node-compiler';

/** Returns the files that a document's bytes depend on besides its task: templates, this folder's code, fonts, and the compiler. */
export function renderingFiles(): URL[] {
  const patterns = ['**/*.typ', 'platform/pdf/*.ts'];
  const code = globSync(patterns, { cwd: fileURLToPath(sources), exclude: ['**/*.test.ts'] });
  return [
    ...code.toSorted().map((path) => new URL(path, sources)),
    ...pdfFontUrls(),
    // Names the release of the compiler, whose native code is in a package of the same version.
    new URL('./package.json', import.meta.resolve(compilerPackage)),
  ];
}

/** Returns a hash of {@link renderingFiles}. It is made from the files themselves, so nobody has to raise a version. */
export function renderingVersion(read: (file: URL) => Buffer = readFileSync): string {
  const hash = createHash('sha256');
  for (const file of renderingFiles()) hash.update(createHash('sha256').update(read(file)).digest());
  return hash.digest('base64url');
}

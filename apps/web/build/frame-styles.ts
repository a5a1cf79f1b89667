import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MadeFiles } from './made-files.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

/** The portal's font on a device that has not loaded it, and its colors, each as [light, dark]. */
function portalStyles() {
  const base = read('../src/app/base.css');
  const [font = ''] = /@font-face \{\s+font-family: "Inter fallback";[^}]+\}/.exec(base) ?? [];
  const colors = base.matchAll(/(--[\w-]+): light-dark\((\S+), (\S+)\);/g);
  return { font, colors: new Map([...colors].map(([, name, ...both]) => [name, both])) };
}

/** Returns the style sheet of TranSafe's frame in one scheme: the service takes plain colors. */
function frameStyle(scheme: 'light' | 'dark'): string {
  const { font, colors } = portalStyles();
  const colorOf = (name: string) => colors.get(name)?.[scheme === 'light' ? 0 : 1] ?? '';
  const style = read('frame-style.css').replace(/var\(([\w-]+)\)/g, (_, name: string) => colorOf(name));
  return `:root {\n  color-scheme: ${scheme};\n}\n${font}\n${style}`;
}

/** The style sheets that TranSafe's frame loads from here, one for each color scheme (METHODS-3). */
export const frameStyles: MadeFiles = {
  'frame-styles/light.css': () => frameStyle('light'),
  'frame-styles/dark.css': () => frameStyle('dark'),
};

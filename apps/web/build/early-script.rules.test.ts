import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { fileOfModule, filesOf, stylesOf } from './early-script.ts';

const chunk = (imports: string[], moduleIds: string[] = [], more: object = {}) => ({
  type: 'chunk',
  imports,
  moduleIds,
  ...more,
});
const withStyles = (...names: string[]) => ({ viteMetadata: { importedCss: new Set(names) } });
const files = {
  'main.js': chunk(['base.js']),
  'base.js': chunk([], [], withStyles('base.css')),
  'login.js': chunk(['base.js', 'entry.js'], ['/src/LoginStart.tsx'], withStyles('login.css', 'base.css')),
  'entry.js': chunk(['base.js', 'login.js']),
  'facade.js': chunk(['shell.js'], [], { facadeModuleId: '/src/Shell.tsx' }),
  'shell.js': chunk([], ['/src/Shell.tsx']),
  'page.css': { type: 'asset' },
};
const bundle = Object.fromEntries(
  Object.entries(files).map(([fileName, file]) => [fileName, { fileName, ...file }]),
) as unknown as Rolldown.OutputBundle;

test('[START-4] lists what a first page loads, without what is loaded anyway', () => {
  const loaded = filesOf(bundle, ['main.js']);
  expect(loaded).toEqual(['base.js', 'main.js']);
  expect(filesOf(bundle, ['login.js', 'page.css'], loaded)).toEqual(['entry.js', 'login.js']);
});

test('[START-4] lists the styles of a page once, those of what it imports first', () => {
  expect(stylesOf(bundle, ['main.js', 'login.js'])).toEqual(['base.css', 'login.css']);
});

test('[START-4] finds the file that an import of a module loads, and misses none silently', () => {
  expect(fileOfModule(bundle, 'src/Shell.tsx')).toBe('facade.js');
  expect(fileOfModule(bundle, 'src/LoginStart.tsx')).toBe('login.js');
  expect(() => fileOfModule(bundle, 'src/Gone.tsx')).toThrow('The build lacks src/Gone.tsx');
});

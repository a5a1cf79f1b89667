import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { fileOfModule, filesOf } from './early-script.ts';

const chunk = (imports: string[], moduleIds: string[] = [], facadeModuleId: string | null = null) => ({
  type: 'chunk',
  imports,
  moduleIds,
  facadeModuleId,
});
const files = {
  'main.js': chunk(['base.js']),
  'base.js': chunk([]),
  'login.js': chunk(['base.js', 'entry.js'], ['/src/LoginStart.tsx']),
  'entry.js': chunk(['base.js', 'login.js']),
  'facade.js': chunk(['shell.js'], [], '/src/Shell.tsx'),
  'shell.js': chunk([], ['/src/Shell.tsx']),
  'page.css': { type: 'asset' },
};
const bundle = Object.fromEntries(
  Object.entries(files).map(([fileName, file]) => [fileName, { fileName, ...file }]),
) as unknown as Rolldown.OutputBundle;

test('[START-4] lists what a first page loads, without what is loaded anyway', () => {
  const loaded = new Set(filesOf(bundle, ['main.js'], new Set()));
  expect([...loaded]).toEqual(['main.js', 'base.js']);
  expect(filesOf(bundle, ['login.js', 'page.css'], loaded)).toEqual(['login.js', 'entry.js']);
});

test('[START-4] finds the file that an import of a module loads, and misses none silently', () => {
  expect(fileOfModule(bundle, 'src/Shell.tsx')).toBe('facade.js');
  expect(fileOfModule(bundle, 'src/LoginStart.tsx')).toBe('login.js');
  expect(() => fileOfModule(bundle, 'src/Gone.tsx')).toThrow('The build lacks src/Gone.tsx');
});

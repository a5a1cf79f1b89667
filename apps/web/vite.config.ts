import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { compressedFiles } from './build/compressed-files.ts';
import { earlyStart } from './build/early-start.ts';
import { joinedLocales } from './build/joined-locales.ts';

const base = '/myaccount/';
const defaultServerUrl = 'http://localhost:3000';

/** Few files instead of many tiny ones, and none that signing in loads for signed-in pages only. */
const chunks = [
  {
    name: 'start',
    test: /src\/(?:app\/early|api\/session|ui\/language)\.ts$|vite\/preload-helper/,
    priority: 4,
  },
  { name: 'base', tags: ['$initial' as const], priority: 3 },
  {
    name: 'entry',
    test: /src\/api\/(?!query)|login\/sign-in|ui\/(?:day|figures)|core\/esm\/components\/(?:Input|TextInput|CloseButton)/,
    priority: 2,
  },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  base,
  plugins: [react(), joinedLocales(base), earlyStart(base), compressedFiles()],
  css: { postcss: { plugins: [presetMantine()] } },
  server: {
    host: 'localhost',
    proxy: { [`${base}api`]: process.env.MYACCOUNT_SERVER_URL ?? defaultServerUrl },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Schemas of the contract are built by calls that only make values: unused ones fall away, and zod with them.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'text', 'pageOf'] },
      output: {
        codeSplitting: { groups: chunks },
        // A shared chunk is else named by everything that shares it.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
      },
    },
  },
});

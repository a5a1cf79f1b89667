import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './build/chunks.ts';
import { compressedFiles } from './build/compressed-files.ts';
import { earlyScript } from './build/early-script.ts';
import { frameStyles } from './build/frame-styles.ts';
import { joinedLocales } from './build/joined-locales.ts';
import { logger } from './build/logger.ts';
import { madeFiles } from './build/made-files.ts';
import { prerender } from './build/prerender.ts';
import { withoutCircles } from './build/without-circles.ts';
import { withoutSchemas } from './build/without-schemas.ts';

const base = '/myaccount/';
const defaultServerUrl = 'http://localhost:3000';

/** Returns the start of a file's name: before what shares it, and before its extension. */
function stemOf(name = ''): string {
  return name.split(/[~.]/, 1)[0] ?? '';
}

export default defineConfig({
  root: import.meta.dirname,
  base,
  customLogger: logger,
  plugins: [
    react(),
    madeFiles(base, { ...joinedLocales(), ...frameStyles }),
    earlyScript(base),
    withoutSchemas(),
    withoutCircles(),
    prerender(base, react),
    compressedFiles(),
  ],
  resolve: {
    // React has the hook that the shim adds to older versions.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
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
      treeshake: {
        manualPureFunctions: ['z', 'endpoint', 'text', 'pageOf', 'refusal', 'wholeNumber'],
        // A spread of schemas (`...pageQuery`) only reads.
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: { groups: chunks },
        // A shared file is else named by everything that shares it.
        chunkFileNames: ({ name }) => `assets/${stemOf(name)}-[hash:6].js`,
        assetFileNames: ({ names }) => `assets/${stemOf(names[0])}-[hash][extname]`,
      },
    },
  },
});

import { defineConfig } from 'vitest/config';

const secondMs = 1000;

export default defineConfig({
  test: {
    // Two cores, and each test file that speaks HTTP holds a server, a sandbox and a database.
    maxWorkers: 2,
    testTimeout: 30 * secondMs,
    hookTimeout: 60 * secondMs,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'apps/{server,sandbox}/**/*.test.ts',
            'packages/**/*.test.ts',
            'scripts/**/*.test.ts',
            'architecture/**/*.test.ts',
          ],
          globalSetup: ['apps/server/src/testing/postgres.globalSetup.ts'],
        },
      },
      {
        extends: true,
        root: 'apps/web',
        test: {
          name: 'web',
          environment: 'jsdom',
          // One jsdom per worker instead of one per file. Each file still has globals and modules of its own.
          pool: 'vmThreads',
          include: ['**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});

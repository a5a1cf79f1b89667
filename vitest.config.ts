import { defineConfig } from 'vitest/config';

const SECOND_MS = 1000;

export default defineConfig({
  test: {
    // Two cores, and each test file that speaks HTTP holds a server, a sandbox and a database.
    maxWorkers: 2,
    testTimeout: 30 * SECOND_MS,
    hookTimeout: 60 * SECOND_MS,
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
          include: ['**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});

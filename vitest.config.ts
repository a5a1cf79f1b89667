import { defineConfig } from 'vitest/config';
import { useMemoryForTemporaryFiles } from './apps/server/src/testing/memory-folder.ts';
import { requireCurrentNode } from './packages/local-postgres/src/node-version.ts';

try {
  requireCurrentNode();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
useMemoryForTemporaryFiles();

const secondMs = 1000;

export default defineConfig({
  test: {
    // Two cores, and each test file that speaks HTTP holds a server, a sandbox and a database.
    maxWorkers: 2,
    // Generous, because a busy machine is slow: they end what hangs.
    testTimeout: 120 * secondMs,
    hookTimeout: 180 * secondMs,
    teardownTimeout: 60 * secondMs,
    expect: { poll: { timeout: 20 * secondMs } },
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
            'bench/**/*.test.ts',
            'environment/**/*.test.ts',
            'architecture/**/*.test.ts',
            'drill/**/*.test.ts',
            // Parts of `npm run drill -- distributed`, which need a cluster.
            ...(process.env.DISTRIBUTED_URL || process.env.MEASURE_FILE
              ? ['drill/distributed/*.cluster.ts']
              : []),
          ],
          globalSetup: ['apps/server/src/testing/postgres.globalSetup.ts'],
          // Loading the server again for each file takes more time than most tests. No module keeps what a test changes.
          isolate: false,
        },
      },
      {
        extends: true,
        root: 'apps/web',
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['**/*.test.{ts,tsx}'],
          setupFiles: ['src/testing/tab.setup.ts'],
          // Loading React and the portal again for each file takes more time than most tests. The setup empties the tab.
          isolate: false,
        },
      },
    ],
  },
});

import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

const secondMs = 1000;

/** `npm run gallery`: pictures of every scene, with its own portal. */
export default defineConfig({
  ...tests,
  testDir: '.',
  globalSetup: './gallery.globalSetup.ts',
  outputDir: '../../test-results/gallery-failures',
  reporter: 'line',
  workers: 2,
  fullyParallel: true,
  timeout: 120 * secondMs,
  use: { ...tests.use, actionTimeout: 20 * secondMs },
  testMatch: '*.gallery.ts',
  projects: [{ name: 'gallery' }],
});

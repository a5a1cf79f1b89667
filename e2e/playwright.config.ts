import { defineConfig, devices } from '@playwright/test';

const SECOND_MS = 1000;

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './support/portal.globalSetup.ts',
  // One portal, one inbox, one clock: tests that change them must not meet.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60 * SECOND_MS,
  expect: { timeout: 10 * SECOND_MS },
  use: {
    baseURL: process.env.E2E_PORTAL_URL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      chromiumSandbox: false,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-gpu',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: 'leaks.e2e.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: 'leaks.e2e.ts',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    // Looks through what all the others left behind.
    {
      name: 'leaks',
      testMatch: 'leaks.e2e.ts',
      dependencies: ['desktop', 'phone'],
      use: { ...devices['Desktop Chrome'] },
    },
  ],
});

import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '../scripts/set-up/browser.mjs';
import { identity, isSlowRun, phoneOnly, phone as phoneTag, slowTests } from './support/widths.ts';

const secondMs = 1000;
const leaks = 'leaks.e2e.ts';
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
// One pixel per pixel: without a graphics card, painting three times as many takes most of a test's time.
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const tooSlow = isSlowRun ? [] : [slowTests];
const results = (project: string) => `../test-results/${project}`;

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  globalSetup: './support/portal.globalSetup.ts',
  // One portal, inbox, and clock: tests that change them must not overlap.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Generous, because a busy machine is slow: they end what hangs.
  timeout: 300 * secondMs,
  expect: { timeout: 40 * secondMs, toPass: { timeout: 40 * secondMs } },
  use: {
    actionTimeout: 90 * secondMs,
    baseURL: process.env.E2E_PORTAL_URL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Animations would keep the processor busy while a page loads; `--trace=retain-on-failure` records what a test sees.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser() ?? '',
      chromiumSandbox: false,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-gpu',
        // One renderer for all pages of a context: each new one would start and compile again.
        '--process-per-site',
        // Pages live for seconds: what optimizes their scripts takes more processor time than it saves.
        '--js-flags=--no-maglev,--no-opt',
      ],
    },
  },
  // Each leaks project checks what the other project of its width left behind. The widths share nothing, so `npm test`
  // runs them in parallel, each with its own portal.
  projects: [
    {
      name: 'desktop',
      testIgnore: leaks,
      grepInvert: [new RegExp(phoneOnly), ...tooSlow],
      outputDir: results('desktop'),
      use: desktop,
    },
    {
      name: 'phone',
      testIgnore: leaks,
      grep: new RegExp(phoneTag),
      grepInvert: tooSlow,
      outputDir: results('phone'),
      use: phone,
    },
    // Tests of signing in, on a second server: codes and user-info of the identity service.
    {
      name: 'identity',
      grep: new RegExp(identity),
      outputDir: results('identity'),
      use: { ...desktop, baseURL: process.env.E2E_IDENTITY_PORTAL_URL },
    },
    {
      name: 'leaks-desktop',
      testMatch: leaks,
      dependencies: ['desktop', 'identity'],
      outputDir: results('leaks-desktop'),
      use: desktop,
    },
    {
      name: 'leaks-phone',
      testMatch: leaks,
      dependencies: ['phone'],
      outputDir: results('leaks-phone'),
      use: phone,
    },
  ],
});

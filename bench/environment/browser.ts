import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/set-up/browser.mjs';

const options = {
  executablePath: findBrowser() ?? '',
  chromiumSandbox: false,
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-gpu',
  ],
};

/** Starts the Chromium of the browser tests. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch(options);
}

/** Starts it with its own profile, whose pages another tool may open and control at a port. The caller closes it. */
export async function launchProfile(debuggingPort: number | undefined): Promise<BrowserContext> {
  return await chromium.launchPersistentContext('', {
    ...options,
    args: [...options.args, `--remote-debugging-port=${debuggingPort}`],
  });
}

import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/set-up/browser.mjs';

interface BrowserOptions {
  /** Port for another tool to control the browser. */
  readonly debuggingPort?: number;
}

/** Starts the Chromium of the browser tests. The caller closes it. */
export async function launchBrowser({ debuggingPort }: BrowserOptions = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: findBrowser() ?? '',
    chromiumSandbox: false,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-gpu',
      ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []),
    ],
  });
}

import { type Browser, chromium } from '@playwright/test';

interface BrowserOptions {
  /** Port on which another tool may steer the browser. */
  readonly debuggingPort?: number;
}

/** The Chromium of the browser tests; the caller closes it. */
export async function launchBrowser({ debuggingPort }: BrowserOptions = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
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

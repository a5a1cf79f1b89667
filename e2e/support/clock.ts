import { writeFileSync } from 'node:fs';
import { type APIRequestContext, expect } from '@playwright/test';
import { requestCode } from './sign-in.ts';

/** Who requests a code to learn the time. No test that moves the clock signs in with the address. */
const bystander = 'tess.tries@example.com';
/** How long a code lives. */
const lifeMs = 300_000;

/** Moves the portal's clock ahead of this machine's, and waits until the portal goes by it; 0 sets it right again. */
export async function moveClock(request: APIRequestContext, aheadMs: number): Promise<void> {
  const file = process.env.CLOCK_FILE;
  if (!file) throw new Error('CLOCK_FILE is not set: the global setup sets it');
  writeFileSync(file, String(aheadMs));
  const livesLeft = async () => {
    const { expiresAt } = await requestCode(request, bystander);
    return Math.round((Date.parse(expiresAt) - aheadMs - Date.now()) / lifeMs);
  };
  await expect.poll(livesLeft).toBe(1);
}

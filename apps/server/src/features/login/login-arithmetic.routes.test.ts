import { expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { findTarget, guessAll, newNetwork, type Target } from '../../testing/guesses.ts';
import { startTestPortal } from '../../testing/portal.ts';

// An hour of the day in login-arithmetic.routes.slow.test.ts.

const windowMs = 900_000;
const portal = forFile(() => startTestPortal({ TRUST_PROXY: '127.0.0.1', LOGIN_SECONDS_BETWEEN_CODES: '0' }));

test('[SIGNIN-8] one network, any number of addresses: 60 guesses in a window, 120 until it receives links', async () => {
  const address = newNetwork();
  const guesses: number[] = [];
  for (let window = 0; window < 4; window += 1) {
    const startedAt = portal.clock.now().getTime();
    const targets: Target[] = [];
    for (;;) {
      const target = await findTarget(portal, address, (await buildLogin(portal.db)).emailAddress);
      if (!target) break;
      targets.push(target);
    }
    guesses.push(await guessAll(portal, targets));
    portal.clock.advance(startedAt + windowMs - portal.clock.now().getTime());
  }
  expect(guesses).toEqual([60, 60, 0, 0]);
});

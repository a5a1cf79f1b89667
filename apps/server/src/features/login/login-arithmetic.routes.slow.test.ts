import { afterEach, expect, test, vi } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { findTarget, guessAll, newNetwork, type Target } from '../../testing/guesses.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { newVisitor, signInByCode } from '../../testing/visitor.ts';

// The figures of docs/decisions/18-sign-in-codes.md, reached by attackers who make the most of every budget.

vi.setConfig({ testTimeout: 600_000 });

const dayMs = 86_400_000;
const windowMs = 900_000;
let portal: TestPortal;
afterEach(() => portal.close());

async function start(settings: Record<string, string> = {}): Promise<void> {
  portal = await startTestPortal({ TRUST_PROXY: '127.0.0.1', LOGIN_SECONDS_BETWEEN_CODES: '0', ...settings });
}

test('[SIGNIN-4] one address, any number of networks: 100 guesses in thirty days, and 100 more once', async () => {
  await start();
  const { emailAddress } = await buildLogin(portal.db);
  const owner = newVisitor(portal, newNetwork());
  await signInByCode(portal, owner, emailAddress);
  const days = 62;
  let guesses = 0;
  for (let day = 0; day < days; day += 1) {
    const startedAt = portal.clock.now().getTime();
    for (;;) {
      const target = await findTarget(portal, newNetwork(), emailAddress);
      if (!target) break;
      guesses += await guessAll(portal, [target]);
    }
    await signInByCode(portal, owner, emailAddress);
    portal.clock.advance(startedAt + dayMs - portal.clock.now().getTime());
  }
  expect(guesses).toBeGreaterThan(300);
  expect(guesses).toBeLessThanOrEqual(100 * (1 + Math.ceil(days / 30)));
});

test('[SIGNIN-8] one network, any number of addresses: 120 guesses a day', async () => {
  await start();
  const address = newNetwork();
  let guesses = 0;
  for (let window = 0; window < dayMs / windowMs; window += 1) {
    const startedAt = portal.clock.now().getTime();
    const targets: Target[] = [];
    for (;;) {
      const target = await findTarget(portal, address, (await buildLogin(portal.db)).emailAddress);
      if (!target) break;
      targets.push(target);
    }
    guesses += await guessAll(portal, targets);
    portal.clock.advance(startedAt + windowMs - portal.clock.now().getTime());
  }
  expect(guesses).toBe(120);
});

test('[SIGNIN-11] a spray: the failures of a day, and five guesses at each code of two windows', async () => {
  const [failures, codes] = [40, 20];
  await start({ LOGIN_ALARM_AT_FAILURES: `${failures}`, LOGIN_ALARM_AT_CODES: `${codes}` });
  const collect = async (count: number) => {
    const targets: Target[] = [];
    while (targets.length < count) {
      const target = await findTarget(portal, newNetwork(), (await buildLogin(portal.db)).emailAddress);
      if (!target) break;
      targets.push(target);
    }
    return targets;
  };
  const startedAt = portal.clock.now().getTime();
  // Stays below the day's failures, then hoards codes across the end of a window.
  let total = await guessAll(portal, await collect(failures / 5 - 1));
  portal.clock.advance(startedAt + windowMs - 1 - portal.clock.now().getTime());
  const hoard = await collect(codes);
  portal.clock.advance(1);
  hoard.push(...(await collect(codes)));
  total += await guessAll(portal, hoard);
  expect(total).toBeGreaterThan(failures);
  while (portal.clock.now().getTime() < startedAt + dayMs) {
    total += await guessAll(portal, await collect(codes));
    portal.clock.advance(windowMs);
  }
  expect(total).toBeLessThanOrEqual(failures + 2 * codes * 5);
});

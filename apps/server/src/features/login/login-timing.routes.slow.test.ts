import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { newVisitor } from '../../testing/visitor.ts';

const calls = 400;
const warmUpCalls = 50;
/** Mails that strangers can request for one address in a day (LOGIN_MAILS_PER_ADDRESS): what they can measure of it. */
const callsAllowed = 20;
/**
 * Two standard deviations of Mann–Whitney's U for the calls that are allowed: a smaller move of the share is lost in their
 * noise. A mail's row costs a little more than an audit entry and moves it by up to 0.1. A known address that takes 1.3
 * times as long moves it by 0.3 and more. The noise of this test is a third of the tolerance.
 */
const tolerance = 2 * Math.sqrt((callsAllowed + calls + 1) / (12 * callsAllowed * calls));

let portal: TestPortal;
let stopDelivering: () => Promise<void>;
beforeAll(async () => {
  portal = await startTestPortal({
    TRUST_PROXY: '127.0.0.1',
    LOGIN_REVEAL_UNKNOWN_EMAIL: 'false',
    LOGIN_ALARM_AT_CODES: '1000000',
  });
  stopDelivering = portal.app.keepDelivering();
});
afterAll(async () => {
  await stopDelivering();
  await portal.close();
});

/** Returns how often a value of the first list is above one of the second: 0.5 if they do not differ. */
function shareAbove(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

let network = 0;
interface Times {
  readonly send: number;
  readonly validate: number;
}

/** Measures sending and a wrong try at an address, each from a new network. */
async function measure(email: string): Promise<Times> {
  network += 1;
  const visitor = newVisitor(portal, `10.${network >> 8}.${network & 255}.1`);
  const startedAt = performance.now();
  expect((await visitor.send(email)).statusCode).toBe(200);
  const sentAt = performance.now();
  expect((await visitor.validate(email, 'wrong!')).statusCode).toBe(400);
  return { send: sentAt - startedAt, validate: performance.now() - sentAt };
}

test('[SIGNIN-5] as many calls as an address allows do not tell by their time whether it is known', async () => {
  const known = await Promise.all(Array.from({ length: calls + warmUpCalls }, () => buildLogin(portal.db)));
  const times: { known: Times[]; unknown: Times[] } = { known: [], unknown: [] };
  for (const [index, { emailAddress }] of known.entries()) {
    const pair = [
      ['known', emailAddress],
      ['unknown', `unknown${index}@example.com`],
    ] as const;
    for (const [kind, email] of index % 2 ? pair : pair.toReversed()) {
      const time = await measure(email);
      if (index >= warmUpCalls) times[kind].push(time);
    }
  }
  for (const what of ['send', 'validate'] as const) {
    const [ours, theirs] = [times.known.map((time) => time[what]), times.unknown.map((time) => time[what])];
    expect(Math.abs(shareAbove(ours, theirs) - 0.5), what).toBeLessThan(tolerance);
  }
}, 1_800_000);

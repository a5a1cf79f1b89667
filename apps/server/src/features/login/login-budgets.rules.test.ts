import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { testSettings } from '../../testing/portal.ts';
import { allowsCode, failureBudgets, sendBudgets, tryBudgets } from './login-budgets.rules.ts';

const limits = readConfig(testSettings('postgres://127.0.0.1/none')).login;
const networks = { client: '2001:db8::/64', site: '2001:db8::/56', range: '2001:db8::/48' };

test('[LOGIN-9] limits of signing in have the documented defaults', () => {
  expect(limits).toEqual({
    revealUnknownEmail: true,
    codesPerAddress: 5,
    secondsBetweenCodes: 30,
    mailsPerAddress: 20,
    codesPerClient: 30,
    triesPerClient: 60,
    triesPerCode: 5,
    failuresPerAddress: 100,
    failuresPerClient: 100,
    siteFactor: 2,
    rangeFactor: 8,
    alarmAtCodes: 500,
    alarmAtFailures: 1_000,
    linkSeconds: 600,
    changeHours: 24,
    windowSeconds: 900,
  });
});

test('[SIGNIN-3] no setting allows more than 100 consecutive failures', () => {
  const settings = testSettings('postgres://127.0.0.1/none', { LOGIN_FAILURES_PER_ADDRESS: '101' });
  expect(() => readConfig(settings)).toThrow(/LOGIN_FAILURES_PER_ADDRESS/);
});

test.each([
  [95, 0, true],
  [96, 0, false],
  [0, 95, true],
  [50, 46, false],
])('[SIGNIN-3] %i failures and %i reserved guesses allow a code: %s', (failures, reserved, isAllowed) => {
  expect(allowsCode(limits, failures, reserved)).toBe(isAllowed);
});

describe('budgets', () => {
  const summary = (budgets: readonly { key: string; points: number; seconds: number }[]) =>
    budgets.map(({ key, points, seconds }) => `${key} ${points}/${seconds}`);

  test('[SIGNIN-8] of a network are wider for wider networks', () => {
    expect(summary(tryBudgets(limits, networks))).toEqual([
      'login-tries:2001:db8::/64 60/900',
      'login-tries:2001:db8::/56 120/900',
      'login-tries:2001:db8::/48 480/900',
    ]);
    expect(
      summary(failureBudgets(limits, { client: '192.0.2.1', site: null, range: '192.0.2.0/24' })),
    ).toEqual([
      'login-failures:192.0.2.1 100/86400',
      'login-failures:192.0.2.0/24 800/86400',
      'login-failures-total:all 1000/86400',
    ]);
  });

  test('[SIGNIN-7] a recognized browser uses its own, and no network’s', () => {
    const budgets = sendBudgets(limits, 'b:a', null);
    expect(summary(budgets)).toEqual([
      'login-pause:b:a 1/30',
      'login-codes:b:a 5/900',
      'login-mails:b:a 20/86400',
    ]);
    expect(summary(sendBudgets(limits, `${networks.client}:a`, networks))).toEqual([
      'login-pause:2001:db8::/64:a 1/30',
      'login-codes:2001:db8::/64:a 5/900',
      'login-codes:2001:db8::/64 30/900',
      'login-codes:2001:db8::/56 60/900',
      'login-codes:2001:db8::/48 240/900',
    ]);
  });
});

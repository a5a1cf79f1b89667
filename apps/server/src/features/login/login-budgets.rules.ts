import type { ClientNetworks } from '../../platform/http/client.ts';
import type { Budget, SharedBudget } from '../../platform/rate-limit.ts';
import type { LoginLimits } from './login-settings.rules.ts';

const daySeconds = 86_400;
/** Pauses before the next try of a challenge, in seconds, by consecutive failures: a longer one for every ten. */
export const pauses: readonly number[] = [0, 1, 2, 4, 8, 16].flatMap((seconds) => Array(10).fill(seconds));
/** The pause after more failures than that, and for unrecognized browsers after any while the total of failures is abnormal. */
export const longestPause = 30;
/** A success sets an address's failures to zero at most this often. Without failures they are forgotten after this time. */
export const failureMemoryMs = 30 * daySeconds * 1_000;
/** Longest life of a browser's mark since its last use: the longest that browsers keep a cookie. */
export const browserMarkSeconds = 400 * daySeconds;

/**
 * Returns the budgets that one request for a mail uses. `pair` names its sender, a browser that the address's owner used
 * before or a client network, and its address. A recognized browser uses the budgets of no network.
 */
export function sendBudgets(limits: LoginLimits, pair: string, networks: ClientNetworks | null): Budget[] {
  const { codesPerAddress, windowSeconds, codesPerClient } = limits;
  const own = [
    pauseBudget(limits, pair),
    { key: `login-codes:${pair}`, points: codesPerAddress, seconds: windowSeconds },
  ];
  if (networks === null) return [...own, mailBudget(limits, pair)];
  const budget = { name: 'login-codes', points: codesPerClient, seconds: windowSeconds };
  return [...own, ...networkBudgets(limits, networks, budget)];
}

/** Returns the budget that is used up for a while after every mail of a sender to an address. */
export function pauseBudget({ secondsBetweenCodes }: LoginLimits, pair: string): Budget {
  return { key: `login-pause:${pair}`, points: 1, seconds: secondsBetweenCodes };
}

/** Returns the budgets that one try of an unrecognized browser uses. */
export function tryBudgets(limits: LoginLimits, networks: ClientNetworks): Budget[] {
  const budget = { name: 'login-tries', points: limits.triesPerClient, seconds: limits.windowSeconds };
  return networkBudgets(limits, networks, budget);
}

/**
 * Returns the budget of mails to an address in a day: from all strangers, or from one sender that its owner used before,
 * by the address or by the pair of both.
 */
export function mailBudget({ mailsPerAddress }: LoginLimits, key: string): Budget {
  return { key: `login-mails:${key}`, points: mailsPerAddress, seconds: daySeconds };
}

/** Returns the budgets of failed guesses. While one is used up, unrecognized browsers receive links. */
export function failureBudgets(limits: LoginLimits, networks: ClientNetworks): (Budget | SharedBudget)[] {
  const budget = { name: 'login-failures', points: limits.failuresPerClient, seconds: daySeconds };
  return [...networkBudgets(limits, networks, budget), failureTotal(limits)];
}

/** Returns the budget of failed guesses of all unrecognized browsers in a day. */
export function failureTotal(limits: LoginLimits): SharedBudget {
  return {
    key: 'login-failures-total:all',
    points: limits.alarmAtFailures,
    seconds: daySeconds,
    isShared: true,
  };
}

/** Returns the budget of codes to all unrecognized browsers in a window. */
export function codeTotal(limits: LoginLimits): SharedBudget {
  return {
    key: 'login-codes-total:all',
    points: limits.alarmAtCodes,
    seconds: limits.windowSeconds,
    isShared: true,
  };
}

function networkBudgets(
  { siteFactor, rangeFactor }: LoginLimits,
  { client, site, range }: ClientNetworks,
  { name, points, seconds }: { name: string; points: number; seconds: number },
): Budget[] {
  return [
    { key: `${name}:${client}`, points, seconds },
    ...(site === null ? [] : [{ key: `${name}:${site}`, points: points * siteFactor, seconds }]),
    { key: `${name}:${range}`, points: points * rangeFactor, seconds },
  ];
}

/** Returns whether the guesses that are left allow every try of one more code. `reserved` are those of live codes. */
export function allowsCode(limits: LoginLimits, failures: number, reserved: number): boolean {
  return failures + reserved + limits.triesPerCode <= limits.failuresPerAddress;
}

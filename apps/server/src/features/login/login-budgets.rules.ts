import type { ClientNetworks } from '../../platform/http/client.ts';
import type { Budget } from '../../platform/rate-limit.ts';
import type { LoginLimits } from './login-settings.rules.ts';

const daySeconds = 86_400;
/** Pause before the next try of a challenge, in seconds: one step for every ten consecutive failures, the last for more. */
export const pauseSteps: readonly number[] = [0, 1, 2, 4, 8, 16, 30];
const failuresPerStep = 10;
/** A success sets an address's failures to zero at most this often. Without failures they are forgotten after this time. */
export const failureMemoryMs = 30 * daySeconds * 1_000;
/** Longest life of a browser's mark since its last use: the longest that browsers keep a cookie. */
export const browserMarkSeconds = 400 * daySeconds;

/** Failed guesses, and guesses that live codes still allow. */
export interface Guesses {
  readonly failures: number;
  readonly reserved: number;
}

/** Who requests a mail: a browser that its owner used before, or a client network. */
export type Sender = { readonly browserId: string } | { readonly network: string };

/** Returns the pause in seconds before the next try of a challenge. */
export function pauseAfter(failures: number, isAbnormal: boolean): number {
  const last = pauseSteps.length - 1;
  const step = isAbnormal ? last : Math.min(last, Math.floor(failures / failuresPerStep));
  return pauseSteps[step] ?? 0;
}

/** Returns the budgets that one request for a mail uses. A recognized browser uses no network's. */
export function sendBudgets(
  limits: LoginLimits,
  { sender, networks, addressKey }: { sender: Sender; networks: ClientNetworks; addressKey: string },
): Budget[] {
  const own = [
    pauseBudget(limits, { sender, addressKey }),
    {
      key: `login-codes:${senderKey(sender, addressKey)}`,
      points: limits.codesPerAddress,
      seconds: limits.windowSeconds,
    },
  ];
  if ('browserId' in sender) return [...own, ownMailBudget(limits, sender, addressKey)];
  const budget = { name: 'login-codes', points: limits.codesPerClient, seconds: limits.windowSeconds };
  return [...own, ...networkBudgets(limits, networks, budget)];
}

/** Returns the budget that is used up for a while after every mail of a sender to an address. */
export function pauseBudget(
  limits: LoginLimits,
  { sender, addressKey }: { sender: Sender; addressKey: string },
): Budget {
  return {
    key: `login-pause:${senderKey(sender, addressKey)}`,
    points: 1,
    seconds: limits.secondsBetweenCodes,
  };
}

/** Returns the budgets that one try of an unrecognized browser uses. */
export function tryBudgets(limits: LoginLimits, networks: ClientNetworks): Budget[] {
  const budget = { name: 'login-tries', points: limits.triesPerClient, seconds: limits.windowSeconds };
  return networkBudgets(limits, networks, budget);
}

/** Returns the budget of mails that strangers can send to an address in a day. */
export function mailBudget(limits: LoginLimits, addressKey: string): Budget {
  return { key: `login-mails:${addressKey}`, points: limits.mailsPerAddress, seconds: daySeconds };
}

/** Returns a day's budget of mails from a browser or network that the address's owner used before. */
export function ownMailBudget(limits: LoginLimits, sender: Sender, addressKey: string): Budget {
  return {
    key: `login-mails:${senderKey(sender, addressKey)}`,
    points: limits.mailsPerAddress,
    seconds: daySeconds,
  };
}

function senderKey(sender: Sender, addressKey: string): string {
  return `${'browserId' in sender ? sender.browserId : sender.network}:${addressKey}`;
}

/** Returns the budgets of failed guesses. While one is used up, unrecognized browsers receive links. */
export function failureBudgets(limits: LoginLimits, networks: ClientNetworks): Budget[] {
  const budget = { name: 'login-failures', points: limits.failuresPerClient, seconds: daySeconds };
  return [...networkBudgets(limits, networks, budget), failureTotal(limits)];
}

/** Returns the budget of failed guesses of all unrecognized browsers in a day. */
export function failureTotal(limits: LoginLimits): Budget {
  return { key: 'login-failures-total:all', points: limits.alarmAtFailures, seconds: daySeconds };
}

/** Returns the budget of codes to all unrecognized browsers in a window. */
export function codeTotal(limits: LoginLimits): Budget {
  return { key: 'login-codes-total:all', points: limits.alarmAtCodes, seconds: limits.windowSeconds };
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
export function allowsCode(limits: LoginLimits, { failures, reserved }: Guesses): boolean {
  return failures + reserved + limits.triesPerCode <= limits.failuresPerAddress;
}

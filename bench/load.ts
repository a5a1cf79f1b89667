import autocannon from 'autocannon';
import type { Call } from '../environment/calls.ts';
import { readCpuSeconds } from '../environment/program.ts';

/** The URL under load, and the process whose CPU time counts. */
export interface LoadTarget {
  readonly url: string;
  readonly pid: number;
}

export interface LoadOptions {
  readonly connections: number;
  /** How long to repeat the calls. Undefined: make each call once. */
  readonly seconds?: number;
  /** Waits for work that the calls left to the process. Its CPU time counts. */
  readonly afterwards?: () => Promise<void>;
}

/** The figures of one round. */
export interface Round {
  readonly perSecond: number;
  /** Of the fastest tenth: what a call takes while other programs leave it alone. */
  readonly undisturbedMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** CPU time of the target process per call. */
  readonly cpuMicroseconds: number;
}

/** The share of calls that are taken as undisturbed. */
export const undisturbedShare = 0.1;

/** Runs one round. Every response must be a 2xx, because a refusal is faster than a real response. */
export async function runRound(
  target: LoadTarget,
  calls: readonly Call[],
  { connections, seconds, afterwards }: LoadOptions,
): Promise<Round> {
  const parts = splitCalls(calls, connections);
  const timesMs: number[] = [];
  const cpuBefore = readCpuSeconds(target.pid);
  const startedAt = performance.now();
  // autocannon looks only once a second whether all calls are answered.
  let answeredAt = startedAt;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: target.url,
        connections: parts.length,
        ...(seconds ? { duration: seconds } : { amount: parts.flat().length }),
        setupClient: (client) => client.setRequests(parts.pop() ?? []),
      },
      (error, finished) => (error ? reject(error) : resolve(finished)),
    );
    run.on('response', (_client, _status, _bytes, responseMs) => {
      timesMs.push(responseMs);
      answeredAt = performance.now();
    });
  });
  const elapsedSeconds = (answeredAt - startedAt) / 1_000;
  requireSuccess(target, result);
  await afterwards?.();
  timesMs.sort((a, b) => a - b);
  return {
    perSecond: timesMs.length / elapsedSeconds,
    undisturbedMs: quantile(timesMs, undisturbedShare),
    medianMs: quantile(timesMs, 0.5),
    p99Ms: quantile(timesMs, 0.99),
    cpuMicroseconds: ((readCpuSeconds(target.pid) - cpuBefore) / timesMs.length) * 1_000_000,
  };
}

/** Splits the calls into one equal part per connection, so that each starts with a different customer. */
function splitCalls(calls: readonly Call[], connections: number): autocannon.Request[][] {
  const size = Math.floor(calls.length / connections);
  if (size === 0) throw new Error(`${calls.length} calls are too few for ${connections} connections`);
  return Array.from({ length: connections }, (_, index) =>
    calls.slice(index * size, (index + 1) * size).map((call) => ({ method: 'GET', ...call })),
  );
}

function requireSuccess(target: LoadTarget, result: autocannon.Result): void {
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures === 0 && result['2xx'] > 0) return;
  throw new Error(
    `${target.url}: ${result['2xx']} successes, ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} timeouts`,
  );
}

/** The quantile of a sorted list. `share` is from 0 to 1. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median. One disturbed round does not change it much. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The median of each figure of several rounds: a disturbed round does not change it. */
export function medianOf<Name extends string>(
  rounds: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const names = Object.keys(rounds[0] ?? {}) as Name[];
  const medians = names.map((name) => [name, median(rounds.map((round) => round[name]))]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

/** The middle half of several values: the lower quartile, the median, and the upper quartile. */
export interface Spread {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/** The median and quartiles of at least one value. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { lower: quantile(sorted, 0.25), median: quantile(sorted, 0.5), upper: quantile(sorted, 0.75) };
}

/** How many times theirs ours is, round by round. Both sides of a round meet the same disturbances. */
export function ratioSpread(ours: readonly Round[], theirs: readonly Round[], name: keyof Round): Spread {
  return spreadOf(ours.map((round, index) => round[name] / (theirs[index]?.[name] ?? Number.NaN)));
}

/** Runs rounds of several loads in turn (a, b, a, b …), after one warm-up round of each. */
export async function runInTurn<Name extends string>(
  rounds: number,
  loads: Readonly<Record<Name, () => Promise<Round>>>,
): Promise<Record<Name, Round[]>> {
  const names = Object.keys(loads) as Name[];
  const done = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Round[]>;
  for (const name of names) await loads[name]();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) done[name].push(await loads[name]());
  }
  return done;
}

import autocannon from 'autocannon';
import { readCpuSeconds } from './ground/program.ts';

/** One HTTP call of a load. */
export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** What is loaded: where it listens, and the process whose time counts. */
export interface LoadTarget {
  readonly url: string;
  readonly pid: number;
}

export interface LoadOptions {
  readonly connections: number;
  /** How long the calls go round; undefined: each call is made once. */
  readonly seconds?: number;
}

/** What one round gave. */
export interface Round {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Processor time of the target's process for one call. */
  readonly cpuMicroseconds: number;
}

/** Loads the target once. Every answer has to be a 2xx: a refusal is faster than an answer. */
export async function runRound(
  target: LoadTarget,
  calls: readonly Call[],
  { connections, seconds }: LoadOptions,
): Promise<Round> {
  const shares = shareOut(calls, connections);
  const timesMs: number[] = [];
  const cpuBefore = readCpuSeconds(target.pid);
  const startedAt = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: target.url,
        connections: shares.length,
        ...(seconds ? { duration: seconds } : { amount: shares.flat().length }),
        setupClient: (client) => client.setRequests(shares.pop() ?? []),
      },
      (error, finished) => (error ? reject(error) : resolve(finished)),
    );
    run.on('response', (_client, _status, _bytes, responseMs) => timesMs.push(responseMs));
  });
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  requireAnswers(target, result);
  timesMs.sort((a, b) => a - b);
  return {
    perSecond: timesMs.length / elapsedSeconds,
    medianMs: quantile(timesMs, 0.5),
    p99Ms: quantile(timesMs, 0.99),
    cpuMicroseconds: ((readCpuSeconds(target.pid) - cpuBefore) / timesMs.length) * 1_000_000,
  };
}

/** The calls in as many equal parts as there are connections, so that each begins with another customer. */
function shareOut(calls: readonly Call[], connections: number): autocannon.Request[][] {
  const size = Math.floor(calls.length / connections);
  if (size === 0) throw new Error(`${calls.length} calls are too few for ${connections} connections`);
  return Array.from({ length: connections }, (_, index) =>
    calls.slice(index * size, (index + 1) * size).map((call) => ({ method: 'GET', ...call })),
  );
}

function requireAnswers(target: LoadTarget, result: autocannon.Result): void {
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures === 0 && result['2xx'] > 0) return;
  throw new Error(
    `${target.url}: ${result['2xx']} good answers, ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} time-outs`,
  );
}

/** A value of a sorted list by its share of the way through. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle of some values; robust against a round that something disturbed. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The medians of several rounds, figure by figure. */
export function medianRound(rounds: readonly Round[]): Round {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]));
  return {
    perSecond: of('perSecond'),
    medianMs: of('medianMs'),
    p99Ms: of('p99Ms'),
    cpuMicroseconds: of('cpuMicroseconds'),
  };
}

/** The middle of what one side is of the other, round by round: both of a round met the same disturbances. */
export function medianRatio(ours: readonly Round[], theirs: readonly Round[], name: keyof Round): number {
  return median(ours.map((round, index) => round[name] / (theirs[index]?.[name] ?? Number.NaN)));
}

/** Runs rounds of several loads in turn (a, b, a, b …), after one round of each that does not count. */
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

import { medianRatio, medianRound, type Round } from '../load.ts';
import { type Result, shown } from './result.ts';

/** What the portal gave, and what the floor gave in turn with it. */
export interface Pair {
  readonly portal: readonly Round[];
  readonly floor: readonly Round[];
}

/** A line that holds the portal's throughput against the floor's. */
export function compareThroughput(
  what: string,
  pair: Pair,
  judge?: (ratio: number) => Result['target'],
): Result {
  const [portal, floor] = [medianRound(pair.portal), medianRound(pair.floor)];
  const ratio = medianRatio(pair.portal, pair.floor, 'perSecond');
  return {
    what,
    measured: describeRound(portal),
    floor: describeRound(floor),
    ratio,
    target: judge?.(ratio),
    figures: { ...figuresOf('portal', portal), ...figuresOf('floor', floor) },
  };
}

/** Calls a second and how long the slowest of a hundred took. */
export function describeRound({ perSecond, p99Ms }: Round): string {
  return `${shown(perSecond)} /s, p99 ${shown(p99Ms)} ms`;
}

/** The figures of a round under the name of its side. */
export function figuresOf(side: string, round: Round): Record<string, number> {
  return Object.fromEntries(Object.entries(round).map(([name, figure]) => [`${side}.${name}`, figure]));
}

import type { Round } from '../load.ts';
import { type Result, shown } from './result.ts';

/** What the portal gave, and what the floor gave in the same minutes. */
export interface Pair {
  readonly portal: Round;
  readonly floor: Round;
}

/** A line that holds the portal's throughput against the floor's. */
export function compareThroughput(
  what: string,
  { portal, floor }: Pair,
  judge?: (ratio: number) => Result['target'],
): Result {
  const ratio = portal.perSecond / floor.perSecond;
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

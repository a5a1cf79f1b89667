import { medianRatio, medianRound, type Round } from '../load.ts';
import { formatFigure, type Result } from './result.ts';

/** The rounds of the portal and of the floor, measured in turn. */
export interface Pair {
  readonly portal: readonly Round[];
  readonly floor: readonly Round[];
}

/** A result that compares the portal's throughput with the floor's. */
export function compareThroughput(
  what: string,
  pair: Pair,
  targetOf?: (ratio: number) => Result['target'],
): Result {
  const [portal, floor] = [medianRound(pair.portal), medianRound(pair.floor)];
  const ratio = medianRatio(pair.portal, pair.floor, 'perSecond');
  return {
    what,
    measured: describeRound(portal),
    floor: describeRound(floor),
    ratio,
    target: targetOf?.(ratio),
    figures: { ...figuresOf('portal', portal), ...figuresOf('floor', floor) },
  };
}

/** Calls per second and the 99th percentile. */
export function describeRound({ perSecond, p99Ms }: Round): string {
  return `${formatFigure(perSecond)} /s, p99 ${formatFigure(p99Ms)} ms`;
}

/** The figures of a round, prefixed with its side. */
export function figuresOf(side: string, round: Round): Record<string, number> {
  return Object.fromEntries(Object.entries(round).map(([name, figure]) => [`${side}.${name}`, figure]));
}

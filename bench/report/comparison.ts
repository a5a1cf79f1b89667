import { medianRound, type Round, ratioSpread } from '../load.ts';
import { formatFigure, type Result } from './result.ts';

/** The rounds of the portal and of the floor, measured in turn. */
export interface Pair {
  readonly portal: readonly Round[];
  readonly floor: readonly Round[];
}

const microsecondsPerMs = 1_000;

/** Compares the portal's throughput with the floor's. A target is met when the lower quartile of the rounds meets it. */
export function compareThroughput(what: string, pair: Pair, minPercent?: number): Result {
  const [portal, floor] = [medianRound(pair.portal), medianRound(pair.floor)];
  const ratio = ratioSpread(pair.portal, pair.floor, 'perSecond');
  return {
    what,
    measured: describeRound(portal),
    floor: describeRound(floor),
    ratio,
    target: minPercent
      ? { text: `≥ ${minPercent} % of the floor`, isMet: ratio.lower * 100 >= minPercent }
      : undefined,
    figures: { ...figuresOf('portal', portal), ...figuresOf('floor', floor) },
  };
}

/** Compares the CPU time of a call with the floor's. A target is met when the upper quartile of the rounds meets it. */
export function compareCpu(what: string, pair: Pair, maxTimes: number): Result {
  const ratio = ratioSpread(pair.portal, pair.floor, 'cpuMicroseconds');
  const [portalMs, floorMs] = [pair.portal, pair.floor].map(cpuMs) as [number, number];
  return {
    what: `${what}, server CPU`,
    measured: `${formatFigure(portalMs)} ms`,
    floor: `${formatFigure(floorMs)} ms`,
    ratio,
    target: { text: `≤ ${maxTimes} × the floor`, isMet: ratio.upper <= maxTimes },
    figures: { portalMs, floorMs },
  };
}

/** Median milliseconds of the server's CPU time per call. */
export function cpuMs(rounds: readonly Round[]): number {
  return medianRound(rounds).cpuMicroseconds / microsecondsPerMs;
}

/** Calls per second and the 99th percentile. */
export function describeRound({ perSecond, p99Ms }: Round): string {
  return `${formatFigure(perSecond)} /s, p99 ${formatFigure(p99Ms)} ms`;
}

/** The figures of a round, prefixed with its side. */
export function figuresOf(side: string, round: Round): Record<string, number> {
  return Object.fromEntries(Object.entries(round).map(([name, figure]) => [`${side}.${name}`, figure]));
}

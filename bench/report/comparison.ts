import { medianOf, type Round, ratioSpread } from '../load.ts';
import { atMostAccepted } from './accepted.ts';
import { formatFigure, type Result } from './result.ts';

/** The rounds of the portal and of the floor, measured in turn. */
export interface Pair {
  readonly portal: readonly Round[];
  readonly floor: readonly Round[];
}

const microsecondsPerMs = 1_000;

/** Compares the portal's throughput and CPU time of a call with the floor's. The CPU time has a target. */
export function compareRounds(what: string, pair: Pair): Result[] {
  const [portal, floor] = [medianOf(pair.portal), medianOf(pair.floor)];
  const cpu = ratioSpread(pair.portal, pair.floor, 'cpuMicroseconds');
  const name = `${what}, CPU`;
  return [
    {
      what,
      measured: describeRound(portal),
      floor: describeRound(floor),
      ratio: ratioSpread(pair.portal, pair.floor, 'perSecond'),
      figures: { ...figuresOf('portal', portal), ...figuresOf('floor', floor) },
    },
    {
      what: name,
      measured: describeCpu(portal),
      floor: describeCpu(floor),
      ratio: cpu,
      target: atMostAccepted(name, cpu.median),
      figures: { ...cpu },
      accepts: { [name]: cpu.median },
    },
  ];
}

function describeRound({ perSecond, p99Ms }: Round): string {
  return `${formatFigure(perSecond)} /s, p99 ${formatFigure(p99Ms)} ms`;
}

function describeCpu({ cpuMicroseconds }: Round): string {
  return `${formatFigure(cpuMicroseconds / microsecondsPerMs)} ms`;
}

function figuresOf(side: string, round: Round): Record<string, number> {
  return Object.fromEntries(Object.entries(round).map(([name, figure]) => [`${side}.${name}`, figure]));
}

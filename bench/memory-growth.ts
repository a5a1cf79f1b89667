import { readFileSync } from 'node:fs';
import { readResidentMiB } from './environment/program.ts';
import { atMost, formatFigure, type Result } from './report/result.ts';

const sampleEveryMs = 1_000;
/** Node fills its heap before it collects garbage. Growth counts after this share of the time. */
const settledShare = 0.3;
const maxGrowthPercent = 10;

/** How a process's memory grew during a load. */
export interface Growth {
  /** The line of the table, with its target. */
  result(what: string, figures?: Readonly<Record<string, number>>): Result;
}

/** Samples the memory of a process and its child processes every second, until it is stopped. */
export function sampleMemory(pid: number): { stop(): Growth } {
  const samplesMiB: number[] = [];
  const sampling = setInterval(() => samplesMiB.push(residentOfAll(pid)), sampleEveryMs);
  return {
    stop: () => {
      clearInterval(sampling);
      return growthOf(samplesMiB);
    },
  };
}

function growthOf(samplesMiB: readonly number[]): Growth {
  const settled = samplesMiB.slice(Math.floor(samplesMiB.length * settledShare));
  const third = Math.floor(settled.length / 3);
  const [early, late] = [mean(settled.slice(0, third)), mean(settled.slice(-third))];
  const growthPercent = (late / early - 1) * 100;
  const peak = Math.max(...samplesMiB);
  return {
    result: (what, figures) => ({
      what,
      measured: `${formatFigure(early)} → ${formatFigure(late)} MiB (${growthPercent.toFixed(1)} %)`,
      target: atMost(growthPercent, maxGrowthPercent, ' % growth'),
      figures: { early, late, growthPercent, peak, ...figures },
    }),
  };
}

/** Memory of a process and its child processes, in MiB. */
function residentOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + readResidentMiB(one), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

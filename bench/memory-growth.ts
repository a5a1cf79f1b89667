import { childrenOf, type Program, readResidentMiB } from '../environment/program.ts';
import { atMost, formatFigure, type Result } from './report/result.ts';

const sampleEveryMs = 1_000;
const maxGrowthPercent = 10;
const maxPeakMiB = 800;

/** Watches the memory of a program during a load that has begun. */
export async function watchMemory(program: Program): Promise<{ stop(what: string): Promise<Result[]> }> {
  const earlyMiB = await program.heapMiB();
  let peakMiB = 0;
  const sampling = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentOfAll(program.pid));
  }, sampleEveryMs).unref();
  return {
    stop: async (what): Promise<Result[]> => {
      clearInterval(sampling);
      const lateMiB = await program.heapMiB();
      const growthPercent = (lateMiB / earlyMiB - 1) * 100;
      return [
        {
          what: `${what}, after garbage collection`,
          measured: `${formatFigure(earlyMiB)} → ${formatFigure(lateMiB)} MiB (${growthPercent.toFixed(1)} %)`,
          target: atMost(growthPercent, maxGrowthPercent, ' % growth'),
          figures: { earlyMiB, lateMiB, growthPercent },
        },
        {
          what: `${what}, peak with child processes`,
          measured: `${formatFigure(peakMiB)} MiB`,
          target: atMost(peakMiB, maxPeakMiB, ' MiB'),
          figures: { peakMiB },
        },
      ];
    },
  };
}

function residentOfAll(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + readResidentMiB(one), 0);
}

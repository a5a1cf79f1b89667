import type { CommandRun } from '../../environment/operator.ts';
import { atMost, formatFigure, type Result } from './result.ts';

const maxGrowthPercent = 20;

/** Whether an operator command keeps the memory that it needs: the peak of its last third against that of its middle. */
export function compareMemory(what: string, { residentMiB }: CommandRun): Result {
  const third = Math.floor(residentMiB.length / 3);
  const [middle, end] = [
    Math.max(...residentMiB.slice(third, 2 * third)),
    Math.max(...residentMiB.slice(2 * third)),
  ];
  const growthPercent = (end / middle - 1) * 100;
  return {
    what: `${what}, memory`,
    measured:
      third === 0
        ? 'too short to tell'
        : `${formatFigure(middle)} → ${formatFigure(end)} MiB (${growthPercent.toFixed(1)} %)`,
    target: third === 0 ? undefined : atMost(growthPercent, maxGrowthPercent, ' % growth'),
    figures: { middle, end, growthPercent },
  };
}

import type { Spread } from '../load.ts';

/** A limit, and whether the run keeps it. */
export interface Target {
  readonly text: string;
  readonly isMet: boolean;
}

/** One measurement, with its floor and target. */
export interface Result {
  readonly what: string;
  readonly measured: string;
  /** The floor's figure, as text. */
  readonly floor?: string;
  /** The measured figure divided by the floor's: one, or the spread of several rounds. */
  readonly ratio?: number | Spread;
  readonly target?: Target;
  /** Every figure behind the line, for the results file. */
  readonly figures: Readonly<Record<string, number>>;
  /** What `--accept` writes to bench/accepted.json. */
  readonly accepts?: Readonly<Record<string, number>>;
}

/** A maximum target. */
export function atMost(figure: number, limit: number, unit: string): Target {
  return { text: `≤ ${limit}${unit}`, isMet: figure <= limit };
}

/** A time as a multiple of the floor's in the same run, which a slower machine does not change. */
export function atMostTimes(ratio: number, limit: number): Target {
  return { text: `≤ ${limit} ×`, isMet: ratio <= limit };
}

/** A minimum target. */
export function atLeast(figure: number, limit: number, unit: string): Target {
  return { text: `≥ ${limit}${unit}`, isMet: figure >= limit };
}

/** Formats a figure with three significant digits. */
export function formatFigure(figure: number): string {
  const digits = figure >= 100 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.max(figure, 0.01))));
  return figure.toLocaleString('en-US', { maximumFractionDigits: digits });
}

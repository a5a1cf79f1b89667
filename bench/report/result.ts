/** One measured thing, with what it is held against. */
export interface Result {
  readonly what: string;
  readonly measured: string;
  /** The same figure of the floor, in words. */
  readonly floor?: string;
  /** Measured as a share of the floor. */
  readonly ratio?: number;
  readonly target?: { readonly text: string; readonly isMet: boolean };
  /** Every figure behind the line, for the file of results. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A target that a figure must not exceed. */
export function atMost(figure: number, limit: number, unit: string): NonNullable<Result['target']> {
  return { text: `≤ ${limit}${unit}`, isMet: figure <= limit };
}

/** A target that a figure must reach. */
export function atLeast(figure: number, limit: number, unit: string): NonNullable<Result['target']> {
  return { text: `≥ ${limit}${unit}`, isMet: figure >= limit };
}

/** A figure with three digits that count. */
export function shown(figure: number): string {
  const digits = figure >= 100 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.max(figure, 0.01))));
  return figure.toLocaleString('en-US', { maximumFractionDigits: digits });
}

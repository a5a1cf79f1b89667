import type { DrillPart } from '../part.ts';

/** Lying processors and killed servers. */
export const faults: readonly DrillPart[] = [];

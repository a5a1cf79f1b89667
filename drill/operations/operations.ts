import type { DrillPart } from '../part.ts';

/** Restarts, poolers, restores, and releases. */
export const operations: readonly DrillPart[] = [];

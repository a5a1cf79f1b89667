import type { DrillPart } from '../part.ts';
import { pooler } from './pooler.ts';
import { release } from './release.ts';

/** Restarts, poolers, restores, and releases. */
export const operations: readonly DrillPart[] = [pooler, release];

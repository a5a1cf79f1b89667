import type { DrillPart } from '../part.ts';
import { failover } from './failover.ts';
import { pooler } from './pooler.ts';
import { release } from './release.ts';
import { restore } from './restore.ts';

/** Restarts, poolers, restores, and releases. */
export const operations: readonly DrillPart[] = [pooler, failover, restore, release];

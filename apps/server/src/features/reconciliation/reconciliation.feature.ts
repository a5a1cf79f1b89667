import type { Feature } from '../feature.ts';
import { reconciliationJobs } from './reconciliation.job.ts';

/** What the processors know of payments, asked one by one. */
export const reconciliation: Feature = { jobs: reconciliationJobs };

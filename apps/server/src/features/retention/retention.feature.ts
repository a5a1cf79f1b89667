import type { Feature } from '../feature.ts';
import { retentionJobs } from './retention.job.ts';
import { retentionSettings } from './retention.rules.ts';

/** What is deleted when it is old. */
export const retention: Feature = {
  settings: retentionSettings,
  jobs: retentionJobs,
};

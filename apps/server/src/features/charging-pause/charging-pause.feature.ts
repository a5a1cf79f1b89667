import type { Feature } from '../feature.ts';
import { chargingPauseJobs } from './charging-pause.job.ts';

/** The pause of automatic charges after a restore, a failover, or a stop. */
export const chargingPause: Feature = { jobs: chargingPauseJobs };

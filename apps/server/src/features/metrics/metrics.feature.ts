import type { Feature } from '../feature.ts';
import { eventFigures } from './event-figures.repository.ts';
import { metricsJobs } from './metrics.job.ts';
import { registerMetricsRoutes } from './metrics.routes.ts';

/** Figures about the use of the portal. */
export const metrics: Feature = {
  tags: { metrics: 'Counts of sign-ins, payments, and hosted forms.' },
  routes: registerMetricsRoutes,
  jobs: metricsJobs,
  figures: () => eventFigures,
};

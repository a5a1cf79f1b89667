import { loginStats } from '@myaccount/contract/metrics';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { eventFigures } from './event-figures.repository.ts';
import { metricsJobs } from './metrics.job.ts';
import { openStats } from './metrics.service.ts';

/** Registers login-stats of API-24. */
function registerMetricsRoutes(endpoints: Endpoints, portal: Portal): void {
  const showStats = openStats(portal);
  endpoints.signedIn(loginStats, ({ query }) => showStats(query));
}

/** Figures about the use of the portal. */
export const metrics: Feature = {
  tags: { metrics: 'Counts of sign-ins, payments, and hosted forms.' },
  routes: registerMetricsRoutes,
  jobs: metricsJobs,
  figures: () => eventFigures,
};

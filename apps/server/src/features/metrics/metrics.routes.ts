import { loginStats } from '@myaccount/contract/metrics';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { showStats } from './metrics.service.ts';

/** Registers login-stats of API-24. */
export function registerMetricsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(loginStats, ({ query }) => showStats(portal, query));
}

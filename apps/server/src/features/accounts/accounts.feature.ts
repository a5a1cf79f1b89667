import type { Feature } from '../feature.ts';
import { registerAccountsRoutes } from './accounts.routes.ts';

/** The accounts of a login. */
export const accounts: Feature = { routes: registerAccountsRoutes };

import type { Feature } from '../feature.ts';
import { registerAccountsRoutes } from './accounts.routes.ts';

/** The accounts of a login. */
export const accounts: Feature = {
  tags: { accounts: 'The accounts of the signed-in customer.' },
  routes: registerAccountsRoutes,
};

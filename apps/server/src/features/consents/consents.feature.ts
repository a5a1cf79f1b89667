import type { Feature } from '../feature.ts';
import { registerConsentsRoutes } from './consents.routes.ts';

/** What customers agreed to. */
export const consents: Feature = {
  tags: { consents: 'The texts that the customer agreed to.' },
  routes: registerConsentsRoutes,
};

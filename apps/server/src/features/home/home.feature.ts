import type { Feature } from '../feature.ts';
import { registerHomeRoutes } from './home.routes.ts';

/** The dashboard. */
export const home: Feature = { tags: { home: 'The dashboard.' }, routes: registerHomeRoutes };

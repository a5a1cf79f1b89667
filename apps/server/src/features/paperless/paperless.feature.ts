import type { Feature } from '../feature.ts';
import { registerPaperlessRoutes } from './paperless.routes.ts';

/** Paperless billing. */
export const paperless: Feature = {
  tags: { paperless: 'Bills by e-mail or on paper.' },
  routes: registerPaperlessRoutes,
};

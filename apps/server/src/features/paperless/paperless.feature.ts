import { ebill } from '@myaccount/contract/paperless';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { changeEbill } from './paperless.service.ts';

/** Registers API-16. */
function registerPaperlessRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(ebill, (call) => changeEbill(portal, call));
}

/** Paperless billing. */
export const paperless: Feature = {
  tags: { paperless: 'Bills by e-mail or on paper.' },
  routes: registerPaperlessRoutes,
};

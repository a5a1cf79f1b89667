import { ebill } from '@myaccount/contract/paperless';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { changeEbill } from './paperless.service.ts';

/** Registers API-16. */
function registerPaperlessRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(ebill, ({ caller, body, request }) =>
    changeEbill(portal, { caller, client: clientOf(request), body }),
  );
}

/** Paperless billing. */
export const paperless: Feature = {
  tags: { paperless: 'Bills by e-mail or on paper.' },
  routes: registerPaperlessRoutes,
};

import { ebill } from '@myaccount/contract/paperless';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { changeEbill } from './paperless.service.ts';

/** Registers API-16. */
export function registerPaperlessRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(ebill, ({ caller, body, request }) =>
    changeEbill(portal, { caller, client: clientOf(request), body }),
  );
}

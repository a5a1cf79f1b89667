import { changes, logEvent } from '@myaccount/contract/audit';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { showChanges } from './change-history.service.ts';
import { pageEventLimits, storeEvent } from './page-events.service.ts';

/** Registers the history of changes, and API-21. */
export function registerAuditRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(changes, ({ caller, query }) => showChanges(portal, caller, query));

  const limits = pageEventLimits(portal);
  endpoints.signedIn(logEvent, async ({ caller, body, request }) => {
    await storeEvent(portal, limits, { caller, client: clientOf(request), body });
    return { status: 202 as const };
  });
}

import { changes, logEvent } from '@myaccount/contract/audit';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { showChanges } from './change-history.service.ts';
import { pageEventLimits, storeEvent } from './page-events.service.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  pageEventsPerLogin: read.whole('PAGE_EVENTS_PER_LOGIN', 300, 1, 1_000_000),
  pageEventsPerClient: read.whole('PAGE_EVENTS_PER_CLIENT', 1_000, 1, 1_000_000),
  pageEventsPerAccount: read.whole('PAGE_EVENTS_PER_ACCOUNT', 600, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Registers the history of changes, and API-21. */
function registerAuditRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(changes, ({ caller, query }) => showChanges(portal, caller, query));

  const limits = pageEventLimits(portal);
  endpoints.signedIn(logEvent, async (call) => {
    await storeEvent(portal, limits, call);
    return { status: 202 as const };
  });
}

/** The history of changes, and events of pages. */
export const audit: Feature = {
  tags: { audit: 'The history of changes, and events that a page reports.' },
  settings,
  routes: registerAuditRoutes,
};

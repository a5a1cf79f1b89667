import * as contract from '@myaccount/contract/sessions';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { endAllSessions, endOneSession, showSessions } from './open-sessions.service.ts';

const done = { status: 200 as const };

/** Registers the calls of SESSIONS-1: open sessions, end one, sign out everywhere. */
export function registerSessionsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.sessions, ({ caller }) => showSessions(portal, caller));

  endpoints.signedIn(contract.endOneSession, async ({ caller, body, request }) => {
    await endOneSession(portal, { caller, client: clientOf(request), sessionId: body.id });
    return done;
  });

  endpoints.signedIn(contract.endAllSessions, async ({ caller, request }) => {
    await endAllSessions(portal, { caller, client: clientOf(request) });
    return done;
  });
}

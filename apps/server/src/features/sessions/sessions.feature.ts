import * as contract from '@myaccount/contract/sessions';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { daySeconds } from '../../platform/platform-settings.ts';
import type { Portal } from '../../platform/portal.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { endOneSession, endSessions, showSessions } from './open-sessions.service.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  session: {
    idleSeconds: read.whole('SESSION_IDLE_SECONDS', 1_800, 60, daySeconds),
    absoluteSeconds: read.whole('SESSION_ABSOLUTE_SECONDS', 28_800, 60, 7 * daySeconds),
    /** How long after a code changes of e-mail address and PIN ask for no other. */
    freshSeconds: read.whole('SESSION_FRESH_SECONDS', 900, 60, 7 * daySeconds),
  },
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

const done = { status: 200 as const };

/** Registers the calls of SESSIONS-1: open sessions, end one, sign out everywhere. */
function registerSessionsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.sessions, ({ caller }) => showSessions(portal, caller));

  endpoints.signedIn(contract.endOneSession, async (call) => {
    await endOneSession(portal, call);
    return done;
  });

  endpoints.signedIn(contract.endAllSessions, async (call) => {
    await endSessions(portal, call);
    return done;
  });
}

/** Sessions of signed-in browsers. */
export const sessions: Feature = {
  tags: { sessions: 'The open sessions of a sign-in.' },
  settings,
  routes: registerSessionsRoutes,
};

import { daySeconds } from '../../platform/platform-settings.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { registerSessionsRoutes } from './sessions.routes.ts';

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

/** Sessions of signed-in browsers. */
export const sessions: Feature = {
  tags: { sessions: 'The open sessions of a sign-in.' },
  settings,
  routes: registerSessionsRoutes,
};

import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { registerAuditRoutes } from './audit.routes.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  pageEventsPerLogin: read.whole('PAGE_EVENTS_PER_LOGIN', 300, 1, 1_000_000),
  pageEventsPerClient: read.whole('PAGE_EVENTS_PER_CLIENT', 1_000, 1, 1_000_000),
  pageEventsPerAccount: read.whole('PAGE_EVENTS_PER_ACCOUNT', 600, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** The history of changes, and events of pages. */
export const audit: Feature = {
  tags: { audit: 'The history of changes, and events that a page reports.' },
  settings,
  routes: registerAuditRoutes,
};

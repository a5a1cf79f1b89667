import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { newsMails } from './news.email.ts';
import { registerTextsHooks } from './texts.routes.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** When no text is sent. */
  quietHours: {
    from: read.whole('TEXT_QUIET_FROM', 21, 0, 23),
    until: read.whole('TEXT_QUIET_UNTIL', 8, 0, 23),
  },
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Text messages, and the callbacks about them. */
export const texts: Feature = { settings, routes: registerTextsHooks, mails: newsMails };

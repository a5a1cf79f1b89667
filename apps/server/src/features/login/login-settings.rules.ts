import { daySeconds } from '../../platform/platform-settings.ts';
import type { SettingsReader } from '../../platform/settings.ts';

/** Reads the limits of signing in. A *sender* is a recognized browser, or else a client network. */
export const loginSettings = (read: SettingsReader) => ({
  login: {
    revealUnknownEmail: read.boolean('LOGIN_REVEAL_UNKNOWN_EMAIL', true),
    /** Mails to one address from one sender, within `windowSeconds`. */
    codesPerAddress: read.whole('LOGIN_CODES_PER_ADDRESS', 5, 1, 1_000_000),
    /** Pause between two mails to one address from one sender. */
    secondsBetweenCodes: read.whole('LOGIN_SECONDS_BETWEEN_CODES', 30, 0, 3_600),
    /** Mails to one address per day by strangers, and by each sender that its owner used before. */
    mailsPerAddress: read.whole('LOGIN_MAILS_PER_ADDRESS', 20, 1, 1_000_000),
    /** Mails and tries from one client network, within `windowSeconds`. */
    codesPerClient: read.whole('LOGIN_CODES_PER_CLIENT', 30, 1, 1_000_000),
    triesPerClient: read.whole('LOGIN_TRIES_PER_CLIENT', 60, 1, 1_000_000),
    triesPerCode: read.whole('LOGIN_TRIES_PER_CODE', 5, 1, 100),
    /** Failures after which unrecognized browsers receive links: consecutive at one address, from one network per day. */
    failuresPerAddress: read.whole('LOGIN_FAILURES_PER_ADDRESS', 100, 1, 100),
    failuresPerClient: read.whole('LOGIN_FAILURES_PER_CLIENT', 100, 1, 1_000_000),
    /** How many times the budgets of a client network a wider one has: an IPv6 /56; an IPv6 /48 or IPv4 /24. */
    siteFactor: read.whole('LOGIN_SITE_FACTOR', 2, 1, 1_000),
    rangeFactor: read.whole('LOGIN_RANGE_FACTOR', 8, 1, 1_000),
    /** Codes to unrecognized browsers within `windowSeconds`, and failures per day, that raise an alarm. Links follow. */
    alarmAtCodes: read.whole('LOGIN_ALARM_AT_CODES', 500, 1, 1_000_000_000),
    alarmAtFailures: read.whole('LOGIN_ALARM_AT_FAILURES', 1_000, 1, 1_000_000_000),
    linkSeconds: read.whole('LOGIN_LINK_SECONDS', 600, 60, 3_600),
    /** Hours from an operator's request to when another sign-in address can be proved (LOST-1). */
    changeHours: read.whole('LOGIN_CHANGE_HOURS', 24, 1, 168),
    windowSeconds: read.whole('LOGIN_WINDOW_SECONDS', 900, 1, daySeconds),
  },
});

export type LoginLimits = Readonly<ReturnType<typeof loginSettings>['login']>;

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof loginSettings>> {}
}

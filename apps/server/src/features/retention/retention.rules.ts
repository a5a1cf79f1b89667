import type { SettingsReader } from '../../platform/settings.ts';

/** Days that rows of a table are kept, with the bounds of its setting. */
interface Retention {
  readonly setting: string;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

const tenYears = 3_650;

/** Every table whose rows are deleted some day. The ledger, the audit trail, and consents are in none of them. */
export const retentions = {
  rate_limit: { setting: 'RETAIN_RATE_LIMITS_DAYS', default: 1, minimum: 1, maximum: 30 },
  login_challenge: { setting: 'RETAIN_CHALLENGES_DAYS', default: 1, minimum: 1, maximum: 30 },
  login_throttle: { setting: 'RETAIN_LOGIN_FAILURES_DAYS', default: 1, minimum: 1, maximum: 30 },
  login_browser: { setting: 'RETAIN_BROWSERS_DAYS', default: 1, minimum: 1, maximum: 30 },
  email_change: { setting: 'RETAIN_WAITING_ADDRESSES_DAYS', default: 1, minimum: 1, maximum: 30 },
  // What the link of its mails shows.
  login_change: { setting: 'RETAIN_WAITING_ADDRESSES_DAYS', default: 1, minimum: 1, maximum: 30 },
  session: { setting: 'RETAIN_SESSIONS_DAYS', default: 90, minimum: 1, maximum: tenYears },
  // A captured method can be saved for fifteen minutes.
  captured_method: { setting: 'RETAIN_CAPTURED_METHODS_DAYS', default: 1, minimum: 1, maximum: 30 },
  frame_sequence: { setting: 'RETAIN_FRAME_SEQUENCES_DAYS', default: 1, minimum: 1, maximum: 30 },
  outbox: { setting: 'RETAIN_MAIL_DAYS', default: 90, minimum: 7, maximum: tenYears },
  text_message: { setting: 'RETAIN_TEXTS_DAYS', default: 90, minimum: 7, maximum: tenYears },
  inbox_event: { setting: 'RETAIN_CALLBACKS_DAYS', default: 90, minimum: 7, maximum: tenYears },
  hero_application: { setting: 'RETAIN_HERO_APPLICATIONS_DAYS', default: 90, minimum: 14, maximum: tenYears },
  appointment_change: {
    setting: 'RETAIN_APPOINTMENT_CHANGES_DAYS',
    default: 365,
    minimum: 7,
    maximum: tenYears,
  },
  appointment_link: { setting: 'RETAIN_APPOINTMENT_LINKS_DAYS', default: 30, minimum: 1, maximum: tenYears },
  // Links are found by them.
  account_lookup: { setting: 'RETAIN_APPOINTMENT_LINKS_DAYS', default: 30, minimum: 1, maximum: tenYears },
  slot: { setting: 'RETAIN_SLOTS_DAYS', default: 1, minimum: 1, maximum: 30 },
  page_event: { setting: 'RETAIN_PAGE_EVENTS_DAYS', default: 90, minimum: 1, maximum: tenYears },
  // Payments look for a key of the last 24 hours.
  idempotency_key: { setting: 'RETAIN_IDEMPOTENCY_KEYS_DAYS', default: 1, minimum: 1, maximum: 30 },
} as const satisfies Readonly<Record<string, Retention>>;

export type RetainedTable = keyof typeof retentions;

/** How many days the rows of each table are kept. */
export type RetentionDays = Readonly<Record<RetainedTable, number>>;

export const retainedTables = Object.keys(retentions) as RetainedTable[];

/** Reads the settings of the retention job. */
export const retentionSettings = (read: SettingsReader) => ({ retentionDays: readRetentionDays(read) });

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof retentionSettings>> {}
}

function readRetentionDays(read: SettingsReader): RetentionDays {
  const days = Object.entries(retentions).map(([table, { setting, default: fallback, minimum, maximum }]) => [
    table,
    read.whole(setting, fallback, minimum, maximum),
  ]);
  return Object.fromEntries(days);
}

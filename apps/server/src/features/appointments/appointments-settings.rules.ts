import type { SettingsReader } from '../../platform/settings.ts';

/** How links and times of visits behave. */
export interface AppointmentSettings {
  /** Days that a link works, unless the visit is over before. */
  readonly linkDays: number;
  /** Hours after the end of a visit in which its links still show that it is over. */
  readonly closedHours: number;
  /** Age at which times are read again. */
  readonly slotsFreshSeconds: number;
  /** Times that can be chosen for one visit, within `login.windowSeconds`: each is a call to the field service. */
  readonly changesPerVisit: number;
}

/** Reads the settings of appointments. */
export function readAppointmentSettings(read: SettingsReader): AppointmentSettings {
  return {
    linkDays: read.whole('APPOINTMENT_LINK_DAYS', 30, 1, 365),
    closedHours: read.whole('APPOINTMENT_LINK_CLOSED_HOURS', 24, 0, 168),
    slotsFreshSeconds: read.whole('APPOINTMENT_SLOTS_SECONDS', 120, 5, 86_400),
    changesPerVisit: read.whole('APPOINTMENT_CHANGES_PER_VISIT', 10, 1, 1_000_000),
  };
}

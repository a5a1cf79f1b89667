import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { appointmentMails } from './appointments.email.ts';
import { appointmentJobs } from './appointments.job.ts';
import { registerAppointmentsRoutes } from './appointments.routes.ts';

/** Reads how links and times of visits behave. */
const settings = (read: SettingsReader) => ({
  appointments: {
    /** Days that a link works, unless the visit is over before. */
    linkDays: read.whole('APPOINTMENT_LINK_DAYS', 30, 1, 365),
    /** Hours after the end of a visit in which its links still show that it is over. */
    closedHours: read.whole('APPOINTMENT_LINK_CLOSED_HOURS', 24, 0, 168),
    /** Age at which times are read again. */
    slotsFreshSeconds: read.whole('APPOINTMENT_SLOTS_SECONDS', 120, 5, 86_400),
    /** Times that can be chosen for one visit, within `login.windowSeconds`: each is a call to the field service. */
    changesPerVisit: read.whole('APPOINTMENT_CHANGES_PER_VISIT', 10, 1, 1_000_000),
  },
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Visits of technicians. */
export const appointments: Feature = {
  tags: { appointments: 'The visit of a technician, by the link in a message.' },
  settings,
  routes: registerAppointmentsRoutes,
  jobs: appointmentJobs,
  mails: appointmentMails,
};

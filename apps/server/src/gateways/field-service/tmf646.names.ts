import type { JobStatus } from '@myaccount/contract/visit-progress';

// TMF646 Appointment Management v4.0.0 (TM Forum, Apache-2.0). [N] marks what the standard leaves open: the progress of a
// technician is an extension by @type, and so is the room of a time. A constant here changes it.

export const basePath = '/tmf-api/appointment/v4';
export const appointmentPath = (id: string) => `${basePath}/appointment/${encodeURIComponent(id)}`;
export const searchPath = `${basePath}/searchTimeSlot`;
export const searchTaskPath = (id: string) => `${searchPath}/${encodeURIComponent(id)}`;
export const hubPath = `${basePath}/hub`;
export const hubEntryPath = (id: string) => `${hubPath}/${encodeURIComponent(id)}`;

/** [N] What names the visit's account and place. */
export const accountEntity = { role: 'account', type: 'BillingAccount' } as const;
export const placeRole = 'serviceLocation';
export const placePostcode = 'postcode';

/** [N] The members of the extensions: a visit's progress, its technician and when that comes, and how many visits a time has room for. */
export const visitMembers = { progress: 'jobStatus', technician: 'technician', arrival: 'arrival' } as const;
export const timeRoom = 'capacity';

/** Events about a visit. Others, such as those of a search, are none of ours. */
export const visitEvents = [
  'AppointmentCreateEvent',
  'AppointmentAttributeValueChangeEvent',
  'AppointmentStateChangeEvent',
  'AppointmentDeleteEvent',
] as const;

/** Progress where a visit has none of the extension's. */
export const jobStatusOf: Readonly<Record<string, JobStatus>> = {
  initialized: 'Ready',
  confirmed: 'Dispatch',
  cancelled: 'Cancelled',
  completed: 'Complete',
  failed: 'Cancelled',
};

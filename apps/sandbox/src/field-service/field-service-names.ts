/** Progress of a visit: the extension of the standard that the portal reads. */
export const jobStatuses = ['Ready', 'Dispatch', 'En Route', 'In Progress', 'Complete', 'Cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Status of TMF646 by progress. */
export const statusOf: Readonly<Record<JobStatus, string>> = {
  Ready: 'initialized',
  Dispatch: 'confirmed',
  'En Route': 'confirmed',
  'In Progress': 'confirmed',
  Complete: 'completed',
  Cancelled: 'cancelled',
};

export type EventType =
  | 'AppointmentCreateEvent'
  | 'AppointmentAttributeValueChangeEvent'
  | 'AppointmentStateChangeEvent';

/** Returns an error as TMF630 has it. */
export function tmfError(status: number, reason: string, message: string) {
  return { code: String(status), reason, message, status: String(status), '@type': 'Error' };
}

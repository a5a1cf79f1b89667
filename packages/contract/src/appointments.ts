export const appointmentKinds = ['installation', 'repair'] as const;
export type AppointmentKind = (typeof appointmentKinds)[number];

/** Progress of the visit, in the words of the field service. */
export const jobStatuses = ['Ready', 'Dispatch', 'En Route', 'In Progress', 'Complete', 'Cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

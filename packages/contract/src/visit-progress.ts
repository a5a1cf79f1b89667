import { z } from 'zod';
import { instant } from './text.ts';

/** Progress of a visit, in the words of the field service. */
export const jobStatuses = ['Ready', 'Dispatch', 'En Route', 'In Progress', 'Complete', 'Cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Progress of a visit that is over: its time cannot be changed, and its links have ended. */
export const closedJobStatuses = ['Complete', 'Cancelled'] as const satisfies readonly JobStatus[];

/** Progress of a visit that is under way. */
export const liveJobStatuses = ['En Route', 'In Progress'] as const satisfies readonly JobStatus[];

/** Returns whether a visit is over. */
export function isClosed(jobStatus: JobStatus): boolean {
  return (closedJobStatuses as readonly JobStatus[]).includes(jobStatus);
}

/** Returns whether the technician is on the way or at work. */
export function isLive(jobStatus: JobStatus): boolean {
  return (liveJobStatuses as readonly JobStatus[]).includes(jobStatus);
}

/** How far a visit is, and who comes. */
export const visitProgress = z.object({
  jobStatus: z.enum(jobStatuses),
  techFirstName: z.string().nullable(),
  /** Earliest and latest arrival as estimated. The page adds `arrivalExtraMinutes` to the latest. */
  shortestArrivalETA: z.nullable(instant),
  longestArrivalETA: z.nullable(instant),
});
export type VisitProgress = z.infer<typeof visitProgress>;

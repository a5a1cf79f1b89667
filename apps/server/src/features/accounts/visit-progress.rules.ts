import type { JobStatus, VisitProgress } from '@myaccount/contract/visit-progress';

/** The estimate of a technician's arrival. */
export interface Minutes {
  readonly shortest: number | null;
  readonly longest: number | null;
  /** What the minutes count from; a text where it is nested in a row. */
  readonly estimatedAt: Date | string | null;
}

const minuteMs = 60_000;

/** Returns the instants between which the technician arrives; nulls unless one is on the way and was estimated. */
function arrivalOf(
  jobStatus: JobStatus,
  { shortest, longest, estimatedAt }: Minutes,
): { earliest: Date | null; latest: Date | null } {
  const isExpected = jobStatus === 'En Route' && estimatedAt !== null;
  const after = (minutes: number | null) =>
    isExpected && minutes !== null ? new Date(new Date(estimatedAt).getTime() + minutes * minuteMs) : null;
  return { earliest: after(shortest), latest: after(longest) };
}

/** Returns how far a visit is, as callers see it. */
export function progressFieldsOf(visit: {
  readonly jobStatus: JobStatus;
  readonly techFirstName: string | null;
  readonly minutes: Minutes;
}): VisitProgress {
  const { jobStatus, techFirstName, minutes } = visit;
  const { earliest, latest } = arrivalOf(jobStatus, minutes);
  return {
    jobStatus,
    techFirstName,
    shortestArrivalETA: earliest?.toISOString() ?? null,
    longestArrivalETA: latest?.toISOString() ?? null,
  };
}

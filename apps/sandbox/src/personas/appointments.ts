import { addDays, timeOn } from './calendar.ts';
import type { AppointmentLine } from './import-file.ts';

export interface AppointmentInput {
  readonly kind: AppointmentLine['kind'];
  /** Today. The appointment is `inDays` later. */
  readonly on: string;
  readonly inDays?: number;
  readonly jobStatus: AppointmentLine['jobStatus'];
  readonly techFirstName?: string;
  /** Shortest and longest minutes until the technician arrives. */
  readonly arrival?: { shortest: number; longest: number };
  readonly from?: string;
  readonly to?: string;
}

/** A technician's appointment. */
export function appointment(accountNumber: string, input: AppointmentInput): AppointmentLine {
  const day = addDays(input.on, input.inDays ?? 0);
  return {
    type: 'appointment',
    externalId: `VISIT-${accountNumber}`,
    accountNumber,
    kind: input.kind,
    start: timeOn(day, input.from ?? '09:00'),
    end: timeOn(day, input.to ?? '11:00'),
    jobStatus: input.jobStatus,
    techFirstName: input.techFirstName ?? null,
    shortestArrivalMinutes: input.arrival?.shortest ?? null,
    longestArrivalMinutes: input.arrival?.longest ?? null,
  };
}

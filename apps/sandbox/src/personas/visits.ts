import { addDays, timeOn } from './calendar.ts';
import type { AppointmentLine } from './import-file.ts';

export interface VisitTerms {
  kind: AppointmentLine['kind'];
  /** Today; the visit is so many days later. */
  on: string;
  inDays?: number;
  jobStatus: AppointmentLine['jobStatus'];
  techFirstName?: string;
  /** Minutes until the technician is there, at best and at worst. */
  arrival?: { shortest: number; longest: number };
  from?: string;
  to?: string;
}

/** A technician's visit to an account. */
export function visit(accountNumber: string, terms: VisitTerms): AppointmentLine {
  const day = addDays(terms.on, terms.inDays ?? 0);
  return {
    type: 'appointment',
    externalId: `VISIT-${accountNumber}`,
    accountNumber,
    kind: terms.kind,
    start: timeOn(day, terms.from ?? '09:00'),
    end: timeOn(day, terms.to ?? '11:00'),
    jobStatus: terms.jobStatus,
    techFirstName: terms.techFirstName ?? null,
    shortestArrivalMinutes: terms.arrival?.shortest ?? null,
    longestArrivalMinutes: terms.arrival?.longest ?? null,
  };
}

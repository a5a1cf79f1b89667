import type { JobStatus } from '@myaccount/contract/appointments';
import { clockHour } from '@myaccount/contract/dates';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import type { Visit } from './appointments.queries.ts';
import { betweenText } from './between-text.ts';
import { useTimeDisplay } from './useTimeDisplay.ts';
import { dayIn, noBreak, oneStop, rangeEnds, visitDay } from './visit-time.rules.ts';

const minuteMs = 60_000;

/** What the page says about a visit. */
export interface VisitTexts {
  /** Who, what, and when, in one sentence. */
  readonly heading: string;
  /** What the progress means. */
  readonly message: string;
}

/** Statuses whose heading says more than when the visit is. */
const ended: readonly JobStatus[] = ['Complete', 'Cancelled'];

/** Returns the texts of a visit in the page's language, with times in the visit's zone. */
export function useVisitTexts(visit: Visit): VisitTexts {
  const { t } = useTranslation();
  const { customerName: name, jobStatus, currentAppointment, timeZone } = visit;
  const { startDate, endDate } = currentAppointment;
  const display = useTimeDisplay(startDate, timeZone);
  const kind = t(`appointments.kind.${visit.kind}`);
  const day = visitDay(dayIn(new Date(startDate), timeZone), display.language);
  const heading = ended.includes(jobStatus) ? jobStatus : 'planned';
  const time = betweenText(t, { start: startDate, end: endDate }, display);

  return {
    heading: oneStop(t(`appointments.heading.${heading}`, { name, kind, day, time })),
    message: jobStatus === 'En Route' ? arrival() : t(`appointments.message.${jobStatus}`, { day }),
  };

  /** The technician by first name, and the estimate: the latest arrival has some minutes added (SCHEDULE-4). */
  function arrival(): string {
    const technician = visit.techFirstName ?? t('appointments.technician');
    const { shortestArrivalETA: earliest, longestArrivalETA: latest } = visit;
    if (!earliest || !latest) return t('appointments.message.En Route', { technician });
    const latestMs = Date.parse(latest) + config.limits.arrivalExtraMinutes * minuteMs;
    return oneStop(t('appointments.arrival', { technician, time: estimate(earliest, latestMs) }));
  }

  /** Both ends as clocks show them: Spanish says “la 1:05” and “las 2:05”. */
  function estimate(earliest: string, latestMs: number): string {
    const latest = new Date(latestMs);
    const ends = rangeEnds({ start: earliest, end: latest.toISOString() }, display);
    const clock = (shown: string, instant: Date) =>
      noBreak(t('appointments.clock', { time: shown, count: clockHour(instant, timeZone) }));
    const from = clock(ends.from, new Date(earliest));
    return t('appointments.estimate', { from, to: clock(ends.to, latest) });
  }
}

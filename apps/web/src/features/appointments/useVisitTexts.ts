import type { JobStatus, Visit } from '@myaccount/contract/appointments';
import { clockHour } from '@myaccount/contract/dates';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { formatTime, noBreak } from '../../ui/time.ts';
import { useTimeDisplay, useTimeWords } from './useTimeWords.ts';
import { oneStop, rangeEnds, slotOf } from './visit-time.rules.ts';

const minuteMs = 60_000;

/** Statuses whose heading says more than when the visit is. */
const ended: readonly JobStatus[] = ['Complete', 'Cancelled'];

/** Returns a function that formats an instant as a clock of a zone shows it; Spanish says “la 1:05” and “las 2:05”. */
export function useClock(timeZone: string): (instant: Date, shown?: string) => string {
  const { t, i18n } = useTranslation();
  return (instant, shown = formatTime(instant, i18n.language, timeZone)) =>
    noBreak(t('appointments.clock', { time: shown, count: clockHour(instant, timeZone) }));
}

/** Returns the texts of a visit: who, what, and when in one sentence, and what its progress means. */
export function useVisitTexts(visit: Visit): { heading: string; message: string } {
  const { t } = useTranslation();
  const { customerName: name, jobStatus, currentAppointment, timeZone } = visit;
  const { shortestArrivalETA: earliest, longestArrivalETA: latest } = visit;
  const display = useTimeDisplay(currentAppointment.startDate, timeZone);
  const words = useTimeWords(slotOf(currentAppointment), timeZone);
  const clock = useClock(timeZone);
  const kind = t(`appointments.kind.${visit.kind}`);
  const heading = ended.includes(jobStatus) ? jobStatus : 'planned';
  const technician = visit.techFirstName ?? t('appointments.technician');
  const isEstimated = jobStatus === 'En Route' && earliest !== null && latest !== null;

  return {
    heading: oneStop(t(`appointments.heading.${heading}`, { name, kind, ...words })),
    message: isEstimated
      ? oneStop(t('appointments.arrival', { technician, time: estimate(earliest, latest) }))
      : t(`appointments.message.${jobStatus}`, { technician, day: words.day }),
  };

  /** The latest arrival has some minutes added (SCHEDULE-4). */
  function estimate(start: string, end: string): string {
    const last = new Date(Date.parse(end) + config.limits.arrivalExtraMinutes * minuteMs);
    const { from, to } = rangeEnds({ start, end: last.toISOString() }, display);
    return t('appointments.estimate', { from: clock(new Date(start), from), to: clock(last, to) });
  }
}

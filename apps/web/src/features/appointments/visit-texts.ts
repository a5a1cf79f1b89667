import type { Visit } from '@myaccount/contract/appointments';
import { clockHour } from '@myaccount/contract/dates';
import type { JobStatus, VisitProgress } from '@myaccount/contract/visit-progress';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { formatTime, noBreak } from '../../ui/time.ts';
import { useTimeDisplay, useTimeWords } from './useTimeWords.ts';
import { oneStop, rangeEnds, rangeText, slotOf, type TimeSlot } from './visit-time.rules.ts';

const minuteMs = 60_000;

/** Statuses whose heading says more than when the visit is. */
const ended: readonly JobStatus[] = ['Complete', 'Cancelled'];

/** Returns a function that formats an instant as a clock of a zone shows it; Spanish says “la 1:05” and “las 2:05”. */
export function useClock(timeZone: string): (instant: Date, shown?: string) => string {
  const { t, i18n } = useTranslation();
  return (instant, shown = formatTime(instant, i18n.language, timeZone)) =>
    noBreak(t('appointments.clock', { time: shown, count: clockHour(instant, timeZone) }));
}

/** Returns when the technician is expected, with the minutes that are added to the latest (SCHEDULE-4); undefined if nobody says. */
function arrivalSlot({ shortestArrivalETA: start, longestArrivalETA: latest }: VisitProgress) {
  if (start === null || latest === null) return undefined;
  const last = new Date(Date.parse(latest) + config.limits.arrivalExtraMinutes * minuteMs);
  return { start, end: last.toISOString() };
}

interface ProgressTexts {
  /** When the technician arrives, in a few words; undefined if nobody says, or nobody is on the way. */
  readonly figure: string | undefined;
  /** What the progress means, in one sentence beside the figure. */
  readonly message: string;
  /** The same with the arrival, where there is no figure. */
  readonly sentence: string;
}

/** Returns what the progress of a visit means. */
export function useProgressTexts(progress: VisitProgress, slot: TimeSlot, timeZone: string): ProgressTexts {
  const { t } = useTranslation();
  const { jobStatus } = progress;
  const display = useTimeDisplay(slot.start, timeZone);
  const { day } = useTimeWords(slot, timeZone);
  const clock = useClock(timeZone);
  const technician = progress.techFirstName ?? t('appointments.technician');
  const message = t(`appointments.message.${jobStatus}`, { technician, day });
  if (jobStatus === 'In Progress')
    return { figure: t('appointments.here', { technician }), message, sentence: message };
  const arrival = arrivalSlot(progress);
  if (!arrival) return { figure: undefined, message, sentence: message };
  const { from, to } = rangeEnds(arrival, display);
  const ends = { from: clock(new Date(arrival.start), from), to: clock(new Date(arrival.end), to) };
  const time = t('appointments.estimate', ends);
  return {
    figure: rangeText(arrival, display),
    message,
    sentence: oneStop(t('appointments.arrival', { technician, time })),
  };
}

/** Returns who, what, and when in one sentence. */
export function useVisitHeading({
  customerName: name,
  jobStatus,
  currentAppointment,
  ...visit
}: Visit): string {
  const { t } = useTranslation();
  const words = useTimeWords(slotOf(currentAppointment), visit.timeZone);
  const heading = ended.includes(jobStatus) ? jobStatus : 'planned';
  const kind = t(`appointments.kind.${visit.kind}`);
  return oneStop(t(`appointments.heading.${heading}`, { name, kind, ...words }));
}

import { useTranslation } from 'react-i18next';
import { dayIn } from '../../ui/time.ts';
import {
  rangeEnds,
  type TimeDisplay,
  type TimeSlot,
  together,
  visitDay,
  zonesDiffer,
} from './visit-time.rules.ts';

/** Returns how the times of a visit are shown: in its own zone, which they name where the reader's clock differs. */
export function useTimeDisplay(start: string, timeZone: string): TimeDisplay {
  const { i18n } = useTranslation();
  const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    language: i18n.language,
    timeZone,
    namesZone: zonesDiffer(new Date(start), timeZone, ownZone),
  };
}

/** Returns a time as sentences say it: its day with the weekday, and “between 9 and 11 AM”. */
export function useTimeWords(slot: TimeSlot, timeZone: string): { day: string; time: string } {
  const { t } = useTranslation();
  const display = useTimeDisplay(slot.start, timeZone);
  const ends = rangeEnds(slot, display);
  return {
    day: visitDay(dayIn(new Date(slot.start), timeZone), display.language),
    time: together(t('appointments.between', ends), ends.from),
  };
}

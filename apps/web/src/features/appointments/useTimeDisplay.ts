import { useTranslation } from 'react-i18next';
import { type TimeDisplay, zonesDiffer } from './visit-time.rules.ts';

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

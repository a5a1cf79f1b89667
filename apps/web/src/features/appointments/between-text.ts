import type { TFunction } from 'i18next';
import { rangeEnds, type TimeDisplay, type TimeSlot, together } from './visit-time.rules.ts';

/** Returns a time as a sentence says it: “between 9 and 11 AM”. */
export function betweenText(t: TFunction, slot: TimeSlot, display: TimeDisplay): string {
  const ends = rangeEnds(slot, display);
  return together(t('appointments.between', ends), ends.from);
}

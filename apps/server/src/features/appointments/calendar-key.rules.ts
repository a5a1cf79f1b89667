import type { CalendarKey } from '@myaccount/contract/appointments';
import { calendarUidOf } from '../texts/calendar-file.rules.ts';
import { calendarSequence } from './appointments.rules.ts';

/** Returns how the calendar files of the page name a visit: as those of the mails do. */
export function calendarKeyOf(
  { appointmentId, version }: { readonly appointmentId: string; readonly version: number },
  { publicUrl }: { readonly publicUrl: string },
): CalendarKey {
  return { uid: calendarUidOf(appointmentId, publicUrl), sequence: calendarSequence(version) };
}

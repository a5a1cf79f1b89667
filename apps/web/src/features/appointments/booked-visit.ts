import type { AppointmentKind, CalendarKey } from '@myaccount/contract/appointments';

/** What the success page says was booked. It travels in the state of the history entry, without the link's token. */
export interface BookedVisit {
  readonly kind: AppointmentKind;
  /** Instants, ISO 8601. */
  readonly startDate: string;
  readonly endDate: string;
  readonly timeZone: string;
  /** Missing in an entry that a page of the release before made. */
  readonly calendar?: CalendarKey | undefined;
}

import type { AppointmentKind } from '@myaccount/contract/appointments';

/** What a text, or the mail in its place, can tell. */
export const notificationKinds = [
  'appointment-made',
  'appointment-moved',
  'appointment-canceled',
  'technician-on-the-way',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What the calendar file of a mail needs beside the times. */
export interface CalendarEntry {
  /** The visit, the same in every file about it. */
  readonly appointmentId: string;
  readonly kind: AppointmentKind;
  /** Grows with every change of the visit (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
}

/** What a text says besides its words. */
export interface NotificationValues {
  /**
   * Address of the appointment's page; missing once it is canceled. Its token is a secret: values are stored sealed and never
   * logged.
   */
  readonly url?: string;
  /** The arrival window, as ISO 8601 instants. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** First name of the technician, where it is known; only on the way. */
  readonly technicianName?: string | null;
  /** Only where the visit was made, moved, or canceled. */
  readonly calendar?: CalendarEntry;
}

/** A notification for the customer of an account, told once however often it is queued. */
export interface Notification {
  readonly accountId: string;
  readonly kind: NotificationKind;
  /** The event, unique within the account, such as `appointment-moved:ID:VERSION`. */
  readonly eventKey: string;
  /** What it is about, such as `appointment:ID`: a newer notification replaces a text that still waits. */
  readonly topic: string;
  readonly values: NotificationValues;
  /** When the notification is outdated: it is not told after this. */
  readonly uselessAfter: Date;
  /** The request that caused it; null if a job did. */
  readonly correlationId: string | null;
}

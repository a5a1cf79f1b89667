import type { AppointmentKind } from '@myaccount/contract/appointments';
import type { JobStatus } from '@myaccount/contract/visit-progress';
import type { ServiceState } from '../../platform/http/health.ts';
import type { Unavailable } from '../service-http.ts';

/** A time of a visit. */
export interface VisitTime {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** What the field service says of one visit. */
export interface VisitReport extends VisitTime {
  readonly externalId: string;
  /** Null where the service does not say whose visit it is. */
  readonly accountNumber: string | null;
  readonly kind: AppointmentKind;
  readonly jobStatus: JobStatus;
  readonly techFirstName: string | null;
  readonly arrival: { readonly earliest: Date; readonly latest: Date } | null;
  /** When the service last changed it. An earlier report is stale. */
  readonly reportedAt: Date;
}

/** An event of the service: the visit as it was then. */
export interface VisitEvent {
  readonly eventId: string;
  readonly report: VisitReport;
}

/** A time that can be booked. */
export interface OfferedTime extends VisitTime {
  /** How many visits the time has room for. */
  readonly capacity: number;
}

export interface SlotSearch extends VisitTime {
  /** Postal code of the visit. */
  readonly area: string;
  readonly kind: AppointmentKind;
}

export type SlotsFound = { readonly outcome: 'listed'; readonly times: readonly OfferedTime[] } | Unavailable;

export type MoveResult =
  | { readonly outcome: 'moved'; readonly report: VisitReport }
  /** Somebody else has the time. */
  | { readonly outcome: 'taken' }
  /** The service refuses, or is away: certainly nothing changed. */
  | { readonly outcome: 'refused'; readonly text: string }
  /** The service may have moved the visit. */
  | { readonly outcome: 'unknown'; readonly text: string };

export type VisitFound =
  | { readonly outcome: 'found'; readonly report: VisitReport }
  | { readonly outcome: 'not-found' }
  | Unavailable;

export type SubscriptionResult = { readonly outcome: 'subscribed'; readonly hubId: string } | Unavailable;

/** The outside service that plans the visits of technicians. No call throws. */
export interface FieldService {
  /** Returns the free times of an area between two instants. */
  listTimes(search: SlotSearch): Promise<SlotsFound>;
  /** Moves a visit to another time. */
  move(externalId: string, time: VisitTime): Promise<MoveResult>;
  read(externalId: string): Promise<VisitFound>;
  /** Asks for events at our callback. */
  subscribe(callbackUrl: string): Promise<SubscriptionResult>;
  /** Ends a subscription; one that is unknown or cannot be ended does no harm. */
  unsubscribe(hubId: string): Promise<void>;
  /** Path of the callback under the portal's base path, with its key. */
  readonly hookPath: string;
  /** Whether the key in a callback's path is the current one or the one before. Compares in constant time. */
  isHookKey(key: string): boolean;
  /** Returns the visit in an event's body; null if it is about something else, undefined if it cannot be read. */
  readEvent(body: unknown): VisitEvent | null | undefined;
  state(): ServiceState;
}

import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sandbox-database.ts';
import { counter, openTable, type Row, rowNumber, text, textOrNull, wholeOrNull } from '../table.ts';
import type { EventType, JobStatus } from './field-service-names.ts';

/** A time of an area for one kind of visit. */
const timeColumns = { area: text(), category: text(), starts: text(), ends: text() };

/** Times are instants. */
const visitColumns = {
  id: text('primary key'),
  account: text(),
  ...timeColumns,
  jobStatus: text<JobStatus>(),
  technician: textOrNull(),
  earliest: textOrNull(),
  latest: textOrNull(),
  updated: text(),
};

const eventColumns = {
  number: rowNumber,
  visit: text(),
  type: text<EventType>(),
  at: text(),
  body: text(),
  /** How often it was sent. */
  sent: counter,
  /** The portal's last status; null without a response. */
  status: wholeOrNull,
};

export type Time = Row<typeof timeColumns>;
/** A visit of a technician. */
export type StoredVisit = Row<typeof visitColumns>;
export type StoredEvent = Row<typeof eventColumns>;
export type VisitStore = ReturnType<typeof openVisits>;

/** Visits, what others booked, subscriptions, and events of the field service. */
export function openVisits(database: DatabaseSync) {
  return {
    visits: openTable(database, 'visit', visitColumns, [['area', 'starts']]),
    otherBookings: openTable(database, 'other_booking', timeColumns, [['area', 'starts']]),
    subscribers: openTable(database, 'hub', { id: text('primary key'), callback: text() }),
    events: openTable(database, 'visit_event', eventColumns),
    inTransaction: <Result>(work: () => Result) => inTransaction(database, work),
  };
}

import { randomBytes } from 'node:crypto';
import type { SandboxDatabase } from '../sandbox-database.ts';
import type { EventType, JobStatus } from './field-service-names.ts';

/** A visit of a technician. Times are instants. */
export interface StoredVisit {
  readonly id: string;
  readonly account: string;
  readonly area: string;
  readonly category: string;
  readonly starts: string;
  readonly ends: string;
  readonly jobStatus: JobStatus;
  readonly technician: string | null;
  readonly earliest: string | null;
  readonly latest: string | null;
  readonly updated: string;
}

/** A time of an area for one kind of visit. */
export interface TimeKey {
  readonly area: string;
  readonly category: string;
  readonly starts: string;
  readonly ends: string;
}

/** An event as it was made, and how often it was sent. */
export interface StoredEvent {
  readonly number: number;
  readonly visit: string;
  readonly type: EventType;
  readonly at: string;
  readonly body: string;
  readonly sent: number;
  /** The portal's last status; null without a response. */
  readonly status: number | null;
}

export type VisitStore = ReturnType<typeof openVisitStore>;

/** Visits, what others booked, subscriptions, and events of the field service. */
export function openVisitStore({ sql, inTransaction }: SandboxDatabase) {
  const count = (row: { count: number } | undefined) => row?.count ?? 0;
  return {
    inTransaction,
    save(visit: StoredVisit): void {
      sql.replace('visit', visit);
    },
    find(id: string): StoredVisit | undefined {
      return sql.get`select * from visit where id = ${id}`;
    },
    list(page: { readonly limit: number; readonly offset: number }): StoredVisit[] {
      return sql.all`select * from visit order by starts desc, id limit ${page.limit} offset ${page.offset}`;
    },
    countAll: () => count(sql.get`select count(*) as count from visit`),
    /** Returns how many places of a time are taken: by visits, and by customers of others. */
    countTaken({ area, category, starts, ends }: TimeKey): number {
      const visits = sql.get<{
        count: number;
      }>`select count(*) as count from visit where area = ${area} and category = ${category}
        and starts = ${starts} and ends = ${ends} and job_status <> 'Cancelled'`;
      const others = sql.get<{
        count: number;
      }>`select count(*) as count from other_booking where area = ${area}
        and category = ${category} and starts = ${starts} and ends = ${ends}`;
      return count(visits) + count(others);
    },
    /** Books a place for somebody else. */
    bookForOthers({ area, category, starts, ends }: TimeKey): void {
      sql.insert('other_booking', { area, category, starts, ends });
    },
    subscribe(callback: string): string {
      const id = randomBytes(8).toString('hex');
      sql.insert('hub', { id, callback });
      return id;
    },
    unsubscribe(id: string): boolean {
      return sql.run`delete from hub where id = ${id}` === 1;
    },
    listCallbacks(): string[] {
      return sql.all<{ callback: string }>`select callback from hub order by id`.map(
        ({ callback }) => callback,
      );
    },
    insertEvent(event: Pick<StoredEvent, 'visit' | 'type' | 'at' | 'body'>): number {
      return sql.insert('visit_event', event);
    },
    findEvent(number: number): StoredEvent | undefined {
      return sql.get`select * from visit_event where number = ${number}`;
    },
    markSent(number: number, status: number | null): void {
      sql.run`update visit_event set sent = sent + 1, status = ${status} where number = ${number}`;
    },
    listEvents(limit: number): StoredEvent[] {
      return sql.all`select * from visit_event order by number desc limit ${limit}`;
    },
  };
}

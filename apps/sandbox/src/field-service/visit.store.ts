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
  readonly job_status: JobStatus;
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
  const count = (row: unknown) => Number((row as { found: number } | undefined)?.found ?? 0);
  return {
    inTransaction,
    save(visit: StoredVisit): void {
      sql.run`insert or replace into visit values (${visit.id}, ${visit.account}, ${visit.area}, ${visit.category},
        ${visit.starts}, ${visit.ends}, ${visit.job_status}, ${visit.technician}, ${visit.earliest}, ${visit.latest},
        ${visit.updated})`;
    },
    find(id: string): StoredVisit | undefined {
      return sql.get`select * from visit where id = ${id}` as unknown as StoredVisit | undefined;
    },
    list(page: { readonly limit: number; readonly offset: number }): StoredVisit[] {
      return sql.all`select * from visit order by starts desc, id limit ${page.limit} offset ${page.offset}` as unknown as StoredVisit[];
    },
    countAll: () => count(sql.get`select count(*) as found from visit`),
    remove(id: string): void {
      sql.run`delete from visit where id = ${id}`;
    },
    /** Returns how many places of a time are taken: by visits, and by customers of others. */
    countTaken({ area, category, starts, ends }: TimeKey): number {
      const visits = sql.get`select count(*) as found from visit where area = ${area} and category = ${category}
        and starts = ${starts} and ends = ${ends} and job_status <> 'Cancelled'`;
      const others = sql.get`select count(*) as found from other_booking where area = ${area}
        and category = ${category} and starts = ${starts} and ends = ${ends}`;
      return count(visits) + count(others);
    },
    /** Books a place for somebody else. */
    bookForOthers({ area, category, starts, ends }: TimeKey): void {
      sql.run`insert into other_booking (area, category, starts, ends) values (${area}, ${category}, ${starts}, ${ends})`;
    },
    subscribe(callback: string): string {
      const id = randomBytes(8).toString('hex');
      sql.run`insert into hub (id, callback) values (${id}, ${callback})`;
      return id;
    },
    unsubscribe(id: string): boolean {
      return Number(sql.run`delete from hub where id = ${id}`.changes) === 1;
    },
    listCallbacks(): string[] {
      return (sql.all`select callback from hub order by id` as unknown as { callback: string }[]).map(
        ({ callback }) => callback,
      );
    },
    insertEvent(event: Pick<StoredEvent, 'visit' | 'type' | 'at' | 'body'>): number {
      const { lastInsertRowid } = sql.run`insert into visit_event (visit, type, at, body)
        values (${event.visit}, ${event.type}, ${event.at}, ${event.body})`;
      return Number(lastInsertRowid);
    },
    findEvent(number: number): StoredEvent | undefined {
      return sql.get`select * from visit_event where number = ${number}` as unknown as
        | StoredEvent
        | undefined;
    },
    markSent(number: number, status: number | null): void {
      sql.run`update visit_event set sent = sent + 1, status = ${status} where number = ${number}`;
    },
    listEvents(limit: number): StoredEvent[] {
      return sql.all`select * from visit_event order by number desc limit ${limit}` as unknown as StoredEvent[];
    },
  };
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import { postCallback } from '../callback.ts';
import { businessToday } from '../personas/calendar.ts';
import type { ImportLine } from '../personas/import-lines.ts';
import { personasOn } from '../personas/personas.ts';
import { type EventType, type JobStatus, statusOf } from './field-service-names.ts';
import { plannedTimes } from './offered-times.rules.ts';
import type { StoredVisit, Time, VisitStore } from './visit.store.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const arrivesIn = { earliest: 20, latest: 45 };

/** The field service's own rules: what is free, who has it, and what it reports to the portal. */
export class VisitService {
  readonly #store: VisitStore;
  readonly #clock: Clock;
  #lastUpdate = '';

  constructor(store: VisitStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns a visit. Those of the demo customers are known from the start. */
  find(id: string): StoredVisit | undefined {
    const visit = this.#store.visits.find({ id });
    if (visit || !id.startsWith('VISIT-')) return visit;
    this.loadDemoVisits();
    return this.#store.visits.find({ id });
  }

  /** Stores the visits of the demo customers that are not known. */
  loadDemoVisits(): void {
    const at = this.#now();
    const areas = new Map<string, string | undefined>();
    for (const line of personasOn(businessToday(new Date(at))).flatMap(({ lines }) => lines)) {
      if (line.type === 'account')
        areas.set(
          line.accountNumber,
          line.addresses.find(({ addressType }) => addressType === 'Service')?.postCode,
        );
      if (line.type === 'appointment')
        this.#store.visits.insertNew(demoVisit(line, areas.get(line.accountNumber) ?? '', at));
    }
  }

  /** Returns all visits that are known, the latest first. */
  list(): StoredVisit[] {
    const visits = this.#store.visits.list({});
    return visits.sort((a, b) => b.starts.localeCompare(a.starts) || a.id.localeCompare(b.id));
  }

  create(fields: Time & Pick<StoredVisit, 'account'>): StoredVisit {
    const id = `V-${randomBytes(6).toString('hex')}`;
    const isNew = { jobStatus: 'Ready', technician: null, earliest: null, latest: null } as const;
    const visit = { ...fields, ...isNew, id, updated: this.#nextUpdate() };
    this.#store.visits.insert(visit);
    this.#tell(visit, 'AppointmentCreateEvent');
    return visit;
  }

  /** Returns the free times of an area between two instants. */
  listFree({ area, category }: Pick<Time, 'area' | 'category'>, from: string, to: string) {
    return plannedTimes(area, from, to).flatMap(({ start, end, capacity }) => {
      const time = { area, category, starts: start, ends: end };
      const own = this.#store.visits.count({ ...time, jobStatus: { not: 'Cancelled' } });
      const free = capacity - own - this.#store.otherBookings.count(time);
      return free > 0 ? [{ start, end, free }] : [];
    });
  }

  /** Moves a visit if the time has a place; undefined if it is full, over, or never offered. */
  move(visit: StoredVisit, starts: string, ends: string): StoredVisit | undefined {
    return this.#store.inTransaction(() => {
      const until = new Date(Date.parse(starts) + 1).toISOString();
      const free = this.listFree(visit, starts, until).find((time) => time.end === ends);
      if (starts <= this.#now() || !free) return undefined;
      return this.#change(visit, { starts, ends }, 'AppointmentAttributeValueChangeEvent');
    });
  }

  /** Moves a visit on, with a technician and an estimate where they belong. */
  progress(visit: StoredVisit, jobStatus: JobStatus): StoredVisit {
    const isOnTheWay = jobStatus === 'En Route';
    const hasTechnician = jobStatus !== 'Ready' && jobStatus !== 'Cancelled';
    const inMinutes = (minutes: number) =>
      new Date(this.#clock.now().getTime() + minutes * minuteMs).toISOString();
    const fields = {
      jobStatus,
      technician: visit.technician ?? (hasTechnician ? 'Luis' : null),
      earliest: isOnTheWay ? inMinutes(arrivesIn.earliest) : null,
      latest: isOnTheWay ? inMinutes(arrivesIn.latest) : null,
    };
    return this.#change(visit, fields, 'AppointmentStateChangeEvent');
  }

  /** Others book every free place of an area for some days. */
  takeAll({ area, category }: Pick<Time, 'area' | 'category'>, days: number): void {
    const to = new Date(this.#clock.now().getTime() + days * dayMs).toISOString();
    for (const { start: starts, end: ends, free } of this.listFree({ area, category }, this.#now(), to)) {
      for (let place = 0; place < free; place += 1)
        this.#store.otherBookings.insert({ area, category, starts, ends });
    }
  }

  /** Sends an event to every subscriber. */
  async send(number: number): Promise<void> {
    const { events, subscribers } = this.#store;
    for (const { callback } of subscribers.list({})) {
      const { body = '' } = events.find({ number }) ?? {};
      const status = await postCallback(callback, { 'content-type': 'application/json' }, body);
      const { sent = 0 } = events.find({ number }) ?? {};
      events.update({ number }, { sent: sent + 1, status });
    }
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }

  /** Two changes never have the same time, so that their order can be told. */
  #nextUpdate(): string {
    const at = this.#now();
    this.#lastUpdate = at > this.#lastUpdate ? at : new Date(Date.parse(this.#lastUpdate) + 1).toISOString();
    return this.#lastUpdate;
  }

  #change(visit: StoredVisit, fields: Partial<StoredVisit>, type: EventType): StoredVisit {
    const changed = { ...visit, ...fields, updated: this.#nextUpdate() };
    this.#store.visits.replace(changed);
    this.#tell(changed, type);
    return changed;
  }

  #tell(visit: StoredVisit, type: EventType): void {
    const at = this.#now();
    const event = { appointment: appointmentOf(visit) };
    const body = JSON.stringify({ eventId: randomUUID(), eventTime: at, eventType: type, event });
    const number = this.#store.events.insert({ visit: visit.id, type, at, body });
    // After the response, as a real service does. A sandbox that stops meanwhile loses it.
    setImmediate(() => void this.send(number).catch(() => undefined));
  }
}

/** Returns a visit as TMF646 has it, with progress and technician as an extension. */
export function appointmentOf(visit: StoredVisit) {
  const { earliest, latest } = visit;
  return {
    id: visit.id,
    href: `/tmf-api/appointment/v4/appointment/${visit.id}`,
    category: visit.category,
    status: statusOf[visit.jobStatus],
    lastUpdate: visit.updated,
    validFor: { startDateTime: visit.starts, endDateTime: visit.ends },
    relatedEntity: [{ id: visit.account, role: 'account', '@referredType': 'BillingAccount' }],
    relatedPlace: { role: 'serviceLocation', '@referredType': 'GeographicAddress', postcode: visit.area },
    jobStatus: visit.jobStatus,
    technician: visit.technician === null ? null : { givenName: visit.technician },
    arrival: earliest && latest ? { earliest, latest } : null,
    '@type': 'TechnicianAppointment',
    '@baseType': 'Appointment',
    note: [],
  };
}

type AppointmentLine = Extract<ImportLine, { type: 'appointment' }>;

function demoVisit(line: AppointmentLine, area: string, at: string): StoredVisit {
  const { shortestArrivalMinutes: shortest, longestArrivalMinutes: longest } = line;
  const after = (minutes: number | null) =>
    minutes === null ? null : new Date(Date.parse(at) + minutes * minuteMs).toISOString();
  return {
    id: line.externalId,
    account: line.accountNumber,
    area,
    category: line.kind,
    starts: new Date(line.start).toISOString(),
    ends: new Date(line.end).toISOString(),
    jobStatus: line.jobStatus,
    technician: line.techFirstName,
    earliest: after(shortest),
    latest: after(longest),
    updated: at,
  };
}

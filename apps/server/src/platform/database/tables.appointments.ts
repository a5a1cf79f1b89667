import type { AppointmentKind, JobStatus } from '@myaccount/contract/appointments';
import type { Generated } from 'kysely';
import type { WithDefault } from './column.ts';

/** What becomes of a time that a customer chose. */
export const appointmentChangeStates = ['CONFIRMING', 'CONFIRMED', 'REFUSED'] as const;

export interface AppointmentTable {
  account_id: string;
  id: Generated<string>;
  external_id: string | null;
  kind: AppointmentKind;
  starts_at: Date;
  ends_at: Date;
  job_status: JobStatus;
  tech_first_name: string | null;
  shortest_arrival_minutes: number | null;
  longest_arrival_minutes: number | null;
  arrival_estimated_at: WithDefault<Date | null>;
  reported_at: WithDefault<Date | null>;
  closed_at: WithDefault<Date | null>;
  version: WithDefault<number>;
}

export interface AppointmentChangeTable {
  account_id: string;
  id: Generated<string>;
  appointment_id: string;
  area: string;
  starts_at: Date;
  ends_at: Date;
  state: WithDefault<(typeof appointmentChangeStates)[number]>;
  requested_at: Date;
  settled_at: WithDefault<Date | null>;
}

export interface AppointmentLinkTable {
  account_id: string;
  id: Generated<string>;
  appointment_id: string;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  revoked_at: WithDefault<Date | null>;
}

export interface SlotTable {
  id: Generated<string>;
  area: WithDefault<string>;
  kind: WithDefault<AppointmentKind>;
  starts_at: Date;
  ends_at: Date;
  capacity: number;
  taken: WithDefault<number>;
}

export interface SlotDayTable {
  area: string;
  kind: AppointmentKind;
  day: string;
  read_at: Date;
}

export interface HubSubscriptionTable {
  provider: string;
  callback_hash: Buffer;
  hub_id: string;
  subscribed_at: Date;
}

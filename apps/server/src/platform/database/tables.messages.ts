import type { Language } from '@myaccount/contract/languages';
import type { Generated } from 'kysely';
import type { Json, WithDefault } from './column.ts';

export const outboxChannels = ['mail', 'sms'] as const;
export const outboxStates = ['WAITING', 'SENT', 'DEAD'] as const;
export const inboxEventStates = ['RECEIVED', 'APPLIED', 'AMBIGUOUS'] as const;

export interface AuditEntryTable extends Omit<LoginAuditEntryTable, 'login_id'> {
  account_id: string;
}

export interface LoginAuditEntryTable {
  login_id: string | null;
  id: Generated<string>;
  at: Date;
  actor: string;
  action: string;
  detail: Json;
  client_address: string | null;
  correlation_id: string | null;
}

export interface OutboxTable {
  id: Generated<string>;
  account_id: string | null;
  event_key: string;
  channel: (typeof outboxChannels)[number];
  recipient: string;
  template: string;
  language: Language;
  payload: Json | null;
  payload_sealed: Buffer | null;
  payload_key_id: string | null;
  state: WithDefault<(typeof outboxStates)[number]>;
  attempts: WithDefault<number>;
  created_at: Date;
  next_attempt_at: Date;
  useless_after: Date | null;
  sent_at: Date | null;
  last_error: string | null;
  correlation_id: WithDefault<string | null>;
}

export interface InboxEventTable {
  provider: string;
  event_id: string;
  received_at: Date;
  payload: Json;
  state: WithDefault<(typeof inboxEventStates)[number]>;
  reason: WithDefault<string | null>;
}

export interface PageEventTable {
  account_id: string;
  id: Generated<string>;
  at: Date;
  login_id: string;
  action: string;
  error: string | null;
  client_address: string;
  correlation_id: string;
}

export interface MetricCounterTable {
  metric: string;
  minute: Date;
  shard: number;
  count: number;
}

export interface MetricHourTable {
  hour: Date;
  metric: string;
  count: number;
}

export interface MetricRollupTable {
  is_only: WithDefault<true>;
  rolled_until: Date;
}

export interface JobRoundTable {
  name: string;
  next_at: Date;
}

export interface ImportRecordTable {
  record_type: string;
  record_key: string;
  content_hash: Buffer;
  content: Json;
  imported_at: Date;
}

import type { Language } from '@myaccount/contract/languages';
import type { Generated } from 'kysely';
import type { WithDefault } from './column.ts';

export const textStates = ['WAITING', 'SENDING', 'SENT', 'DELIVERED', 'UNDELIVERED', 'DROPPED'] as const;
export const stoppedPreferences = ['Text', 'Text & Email'] as const;

export interface TextMessageTable {
  account_id: string;
  id: Generated<string>;
  event_key: string;
  topic: string;
  kind: string;
  language: Language;
  recipient: string;
  payload_sealed: Buffer | null;
  payload_key_id: string | null;
  state: WithDefault<(typeof textStates)[number]>;
  attempts: WithDefault<number>;
  created_at: Date;
  due_at: Date | null;
  useless_after: Date;
  sending_since: WithDefault<Date | null>;
  sent_at: WithDefault<Date | null>;
  provider_id: WithDefault<string | null>;
  last_error: WithDefault<string | null>;
  manual_review_reason: WithDefault<string | null>;
  correlation_id: string | null;
}

export interface TextStopTable {
  account_id: string;
  phone_number: string;
  stopped_at: Date;
  stopped_preference: (typeof stoppedPreferences)[number] | null;
  resumed_at: WithDefault<Date | null>;
}

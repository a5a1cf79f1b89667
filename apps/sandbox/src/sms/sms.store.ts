import { randomBytes } from 'node:crypto';
import type { SandboxDatabase } from '../sandbox-database.ts';

/** A text as the service keeps it. */
export interface SmsMessage {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly status: string;
  readonly errorCode: number | null;
  readonly callbackUrl: string | null;
  readonly at: string;
}

export type SmsStore = ReturnType<typeof openSmsStore>;

/** Texts that the portal sent, and the numbers that stopped them. */
export function openSmsStore({ sql }: SandboxDatabase) {
  return {
    insert(message: Omit<SmsMessage, 'sid' | 'status' | 'errorCode'>): SmsMessage {
      const { to: recipient, from: sender, ...same } = message;
      const isNew = { sid: newSid(), status: 'queued', errorCode: null };
      sql.insert('sms_message', { ...same, ...isNew, recipient, sender });
      return { ...message, ...isNew };
    },
    setStatus(sid: string, status: string, errorCode: number | null): void {
      sql.run`update sms_message set status = ${status}, error_code = ${errorCode} where sid = ${sid}`;
    },
    find(sid: string): SmsMessage | undefined {
      const row = sql.get<StoredText>`select * from sms_message where sid = ${sid}`;
      return row && toMessage(row);
    },
    /** Returns the texts to a number, or to all, newest first. */
    list(to: string | undefined, limit: number): SmsMessage[] {
      const rows = to
        ? sql.all<StoredText>`select * from sms_message where recipient = ${to} order by number desc limit ${limit}`
        : sql.all<StoredText>`select * from sms_message order by number desc limit ${limit}`;
      return rows.map(toMessage);
    },
    stop(number: string): void {
      sql.run`insert or ignore into sms_stop (phone_number) values (${number})`;
    },
    start(number: string): void {
      sql.run`delete from sms_stop where phone_number = ${number}`;
    },
    isStopped(number: string): boolean {
      return sql.get`select 1 from sms_stop where phone_number = ${number}` !== undefined;
    },
  };
}

/** Returns a new id of a text. */
export function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`;
}

type StoredText = Omit<SmsMessage, 'to' | 'from'> & { recipient: string; sender: string };

function toMessage({ recipient: to, sender: from, ...same }: StoredText): SmsMessage {
  return { ...same, to, from };
}

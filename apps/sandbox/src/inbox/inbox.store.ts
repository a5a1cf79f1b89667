import type { SandboxDatabase } from '../sandbox-database.ts';

/** A delivered message. */
export interface InboxMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly at: string;
  readonly channel: 'mail' | 'sms';
  readonly messageId: string | null;
  /** The same Message-ID was delivered to the same address before. */
  readonly isRepeat: boolean;
}

export interface NewMessage extends Omit<InboxMessage, 'id' | 'isRepeat'> {
  readonly source: string;
}

/** Which messages to list. Without an address, lists all. */
export interface InboxFilter {
  readonly to?: string;
  /** Only messages at or after this instant. */
  readonly since?: string;
  readonly limit?: number;
}

export type InboxStore = ReturnType<typeof openInboxStore>;

const maxMessages = 20_000;
const pruneEvery = 1_000;
const defaultLimit = 200;

/** One inbox for all addresses. Stores the newest messages and deletes the oldest. */
export function openInboxStore({ sql, inTransaction }: SandboxDatabase) {
  return {
    insert({ to, ...message }: NewMessage): void {
      const recipient = to.toLowerCase();
      inTransaction(() => {
        const isRepeat =
          sql.get`select 1 from message where message_id = ${message.messageId} and recipient = ${recipient}` !==
          undefined;
        const number = sql.insert('message', { ...message, recipient, isRepeat });
        if (number % pruneEvery === 0) sql.run`delete from message where number <= ${number - maxMessages}`;
      });
    },
    /** Newest first. */
    list({ to, since, limit = defaultLimit }: InboxFilter): InboxMessage[] {
      const recipient = to?.toLowerCase() ?? null;
      const rows = recipient
        ? sql.all<StoredMessage>`select * from message where recipient = ${recipient} and at >= ${since ?? ''}
            order by number desc limit ${limit}`
        : sql.all<StoredMessage>`select * from message where at >= ${since ?? ''} order by number desc limit ${limit}`;
      return rows.map(toMessage);
    },
    find(id: string): InboxMessage | undefined {
      const row = sql.get<StoredMessage>`select * from message where number = ${Number(id)}`;
      return row && toMessage(row);
    },
    /** The raw message. */
    findSource(id: string): string | undefined {
      return sql.get<StoredMessage>`select source from message where number = ${Number(id)}`?.source;
    },
  };
}

type StoredMessage = Omit<InboxMessage, 'id' | 'to'> & { number: number; recipient: string; source: string };

function toMessage({ number, recipient, source: _, ...message }: StoredMessage): InboxMessage {
  return { id: String(number), to: recipient, ...message };
}

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

export interface NewMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly at: string;
  readonly channel: InboxMessage['channel'];
  readonly messageId: string | null;
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
    insert(message: NewMessage): void {
      const to = message.to.toLowerCase();
      inTransaction(() => {
        const isRepeat = message.messageId
          ? sql.get`select 1 from message where message_id = ${message.messageId} and recipient = ${to}`
          : undefined;
        const { lastInsertRowid } = sql.run`insert into message (recipient, subject, text, html, at, channel,
            message_id, is_repeat, source)
          values (${to}, ${message.subject}, ${message.text}, ${message.html}, ${message.at}, ${message.channel},
            ${message.messageId}, ${isRepeat ? 1 : 0}, ${message.source})`;
        const number = Number(lastInsertRowid);
        if (number % pruneEvery === 0) sql.run`delete from message where number <= ${number - maxMessages}`;
      });
    },
    /** Newest first. */
    list({ to, since, limit = defaultLimit }: InboxFilter): InboxMessage[] {
      const recipient = to?.toLowerCase() ?? null;
      const rows = recipient
        ? sql.all`select * from message where recipient = ${recipient} and at >= ${since ?? ''}
            order by number desc limit ${limit}`
        : sql.all`select * from message where at >= ${since ?? ''} order by number desc limit ${limit}`;
      return rows.map(toMessage);
    },
    find(id: string): InboxMessage | undefined {
      const row = sql.get`select * from message where number = ${Number(id)}`;
      return row && toMessage(row);
    },
    /** The raw message. */
    findSource(id: string): string | undefined {
      const row = sql.get`select source from message where number = ${Number(id)}`;
      return row && String(row.source);
    },
  };
}

function toMessage(row: Record<string, unknown>): InboxMessage {
  return {
    id: String(row.number),
    to: row.recipient as string,
    subject: row.subject as string,
    text: row.text as string,
    html: row.html as string | null,
    at: row.at as string,
    channel: row.channel as InboxMessage['channel'],
    messageId: row.message_id as string | null,
    isRepeat: row.is_repeat === 1,
  };
}

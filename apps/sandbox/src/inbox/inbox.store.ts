import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sandbox-database.ts';
import { flag, openTable, type Row, rowNumber, text, textOrNull } from '../table.ts';

const messageColumns = {
  number: rowNumber,
  recipient: text(),
  subject: text(),
  text: text(),
  html: textOrNull(),
  at: text(),
  channel: text<'mail' | 'sms'>(),
  messageId: textOrNull(),
  /** The same Message-ID was delivered to the same address before. */
  isRepeat: flag,
  /** The raw message. */
  source: text(),
};

/** A delivered message. */
export type InboxMessage = Row<typeof messageColumns>;
export type NewMessage = Omit<InboxMessage, 'number' | 'isRepeat'>;

/** Which messages to list. Without an address, lists all. */
export interface InboxFilter {
  readonly to?: string;
  /** Only messages at or after this instant. */
  readonly since?: string;
  readonly limit?: number;
}

export type Inbox = ReturnType<typeof openInbox>;

const maxMessages = 20_000;
const pruneEvery = 1_000;
const defaultLimit = 200;

/** One inbox for all addresses. Stores the newest messages and deletes the oldest. */
export function openInbox(database: DatabaseSync) {
  const messages = openTable(database, 'message', messageColumns, [
    ['recipient'],
    ['messageId', 'recipient'],
  ]);
  return {
    insert(message: NewMessage): void {
      const recipient = message.recipient.toLowerCase();
      inTransaction(database, () => {
        const { messageId } = message;
        const isRepeat = messageId !== null && messages.count({ messageId, recipient }) > 0;
        const number = messages.insert({ ...message, recipient, isRepeat });
        if (number % pruneEvery === 0) messages.delete({ number: { atMost: number - maxMessages } });
      });
    },
    /** Newest first. */
    list: ({ to, since = '', limit = defaultLimit }: InboxFilter): InboxMessage[] =>
      messages.list({ recipient: to?.toLowerCase(), at: { atLeast: since } }, limit),
    find: (id: string): InboxMessage | undefined => messages.find({ number: Number(id) }),
  };
}

import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openTable, type Row, text, textOrNull, wholeOrNull } from '../table.ts';

const textColumns = {
  sid: text('unique'),
  recipient: text(),
  sender: text(),
  body: text(),
  status: text(),
  errorCode: wholeOrNull,
  callbackUrl: textOrNull(),
  at: text(),
};

/** A text as the service keeps it. */
export type SmsMessage = Row<typeof textColumns>;

export type SmsStore = ReturnType<typeof openTexts>;

/** Texts that the portal sent, and the numbers that stopped them. */
export function openTexts(database: DatabaseSync) {
  return {
    texts: openTable(database, 'sms_message', textColumns, [['recipient']]),
    stops: openTable(database, 'sms_stop', { phoneNumber: text('primary key') }),
  };
}

/** Returns a new id of a text. */
export function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`;
}
